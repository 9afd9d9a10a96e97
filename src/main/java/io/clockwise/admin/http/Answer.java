package io.clockwise.admin.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a call is answered.
 *
 * @param status code
 * @param mediaType of the body
 * @param body may be empty
 * @param headers further fields
 * @param stream takes the response when its head is written, in place of a body; null: none does
 */
public record Answer(
    int status,
    String mediaType,
    Buffer body,
    Map<String, String> headers,
    @Nullable Consumer<HttpServerResponse> stream) {

  /** Copies the map. */
  public Answer {
    headers = Map.copyOf(headers);
  }

  /** Makes one with a whole body. */
  public Answer(int status, String mediaType, Buffer body, Map<String, String> headers) {
    this(status, mediaType, body, headers, null);
  }

  /** Returns an answer without an end in sight, which this one goes on to write. */
  public static Answer streamed(String mediaType, Consumer<HttpServerResponse> stream) {
    return new Answer(200, mediaType, Buffer.buffer(), Map.of(), stream);
  }

  /** Returns an answer in JSON. */
  public static Answer json(int status, JsonObject body) {
    return new Answer(status, "application/json", body.toBuffer().appendString("\n"), Map.of());
  }

  /** Returns a problem as an answer. */
  static Answer of(Problem problem, String instance) {
    Buffer body = problem.toJson(instance).toBuffer().appendString("\n");
    return new Answer(problem.type().status(), Problem.MEDIA_TYPE, body, problem.headers());
  }

  /** Returns the same with one more field. */
  public Answer withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Answer(status, mediaType, body, more, stream);
  }
}

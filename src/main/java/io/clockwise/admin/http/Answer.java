package io.clockwise.admin.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a call is answered.
 *
 * @param status code
 * @param mediaType of the body
 * @param body may be empty
 * @param headers further fields
 */
public record Answer(int status, String mediaType, Buffer body, Map<String, String> headers) {

  /** Copies the map. */
  public Answer {
    headers = Map.copyOf(headers);
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
    return new Answer(status, mediaType, body, more);
  }
}

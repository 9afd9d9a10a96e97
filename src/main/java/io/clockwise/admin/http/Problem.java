package io.clockwise.admin.http;

import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One refusal, as the body of an answer (RFC 9457).
 *
 * @param type its kind
 * @param detail for people: what, where, what to do
 * @param pointer to the field of the request body that is wrong (RFC 6901); empty: none
 * @param members further members of the body, values as JSON knows them
 * @param headers further fields of the answer
 */
public record Problem(
    ProblemType type,
    String detail,
    String pointer,
    Map<String, Object> members,
    Map<String, String> headers) {

  /** The media type of the body. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** Copies the maps. */
  public Problem {
    members = Map.copyOf(members);
    headers = Map.copyOf(headers);
  }

  /** Returns a problem of the request as a whole. */
  public static Problem of(ProblemType type, String detail) {
    return new Problem(type, detail, "", Map.of(), Map.of());
  }

  /** Returns a problem of one field of the body, or of all of it when the name is empty. */
  public static Problem ofField(ProblemType type, String field, String detail) {
    return new Problem(type, detail, pointerTo(field), Map.of(), Map.of());
  }

  /** Returns the same, with its pointer below another place of the body. */
  public Problem below(String place) {
    return new Problem(type, detail, place + pointer, members, headers);
  }

  /** Returns the same with one more member. */
  public Problem with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return new Problem(type, detail, pointer, more, headers);
  }

  /** Returns the same with one more field in the answer's head. */
  public Problem withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Problem(type, detail, pointer, members, more);
  }

  /**
   * Returns the body.
   *
   * @param instance the path of the request
   */
  public JsonObject toJson(String instance) {
    JsonObject json =
        new JsonObject()
            .put("type", type.uri())
            .put("title", type.title())
            .put("status", type.status())
            .put("detail", detail)
            .put("instance", instance);
    if (!pointer.isEmpty()) {
      json.put("pointer", pointer);
    }
    members.forEach(json::put);
    return json;
  }

  private static String pointerTo(String field) {
    return field.isEmpty() ? "" : "/" + field.replace("~", "~0").replace("/", "~1");
  }
}

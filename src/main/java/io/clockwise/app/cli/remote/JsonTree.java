package io.clockwise.app.cli.remote;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One value of an answer, read leniently: an answer may have more than is known here, and an older
 * Clockwise says less.
 *
 * @param value a map, list, text, number or flag; null: nothing is there
 */
public record JsonTree(@Nullable Object value) {
  /** Is what is read where nothing stands. */
  public static final JsonTree NOTHING = new JsonTree(null);

  /**
   * Reads a text.
   *
   * @throws IOException when it is not JSON
   */
  static JsonTree parse(String text) throws IOException {
    return new JsonTree(Json.parse(text));
  }

  /** Tells whether something stands here. */
  public boolean isThere() {
    return value != null;
  }

  /** Returns a member of an object. */
  public JsonTree at(String name) {
    return value instanceof Map<?, ?> members ? new JsonTree(members.get(name)) : NOTHING;
  }

  /** Returns the items of a list; none when it is no list. */
  public List<JsonTree> items() {
    return value instanceof List<?> items ? items.stream().map(JsonTree::new).toList() : List.of();
  }

  /** Returns the items of the list that a member is. */
  public List<JsonTree> items(String name) {
    return at(name).items();
  }

  /** Returns the members of an object, in their order. */
  public Map<String, JsonTree> members() {
    Map<String, JsonTree> members = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, member) -> members.put(String.valueOf(name), new JsonTree(member)));
    }
    return members;
  }

  /** Returns a text, or a number as one; empty when nothing stands here. */
  public String text() {
    return value == null ? "" : value instanceof String text ? text : Json.write(value);
  }

  /** Returns the text of a member. */
  public String text(String name) {
    return at(name).text();
  }

  /** Returns the texts of the list that a member is, in one line. */
  public String texts(String name) {
    return String.join(", ", items(name).stream().map(JsonTree::text).toList());
  }

  /** Returns the whole number that a member is; 0 when it is none. */
  public long number(String name) {
    return at(name).value() instanceof Number number ? number.longValue() : 0;
  }

  /** Returns the number that a member is; 0 when it is none. */
  public double fraction(String name) {
    return at(name).value() instanceof Number number ? number.doubleValue() : 0;
  }

  /** Tells whether a member is true. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(at(name).value());
  }
}

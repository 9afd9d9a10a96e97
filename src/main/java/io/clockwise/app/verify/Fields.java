package io.clockwise.app.verify;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object that is read strictly: each field has a type, and one that nobody asked for is a
 * fault.
 */
final class Fields {
  private final String path;
  private final JsonObject object;
  private final Set<String> known = new TreeSet<>();

  /**
   * Makes a reader.
   *
   * @param path where the object stands, such as {@code config}; empty: it is the document
   */
  Fields(String path, JsonObject object) {
    this.path = path;
    this.object = object;
  }

  /** Returns a value as fields of its own. */
  static Fields of(String path, @Nullable Object value) throws VectorFault {
    if (value instanceof JsonObject object) {
      return new Fields(path, object);
    }
    throw unexpected(path, value, "an object");
  }

  /** Returns the same as the document, whose fields have no path before them. */
  Fields atTop() {
    return new Fields("", object);
  }

  /** Returns a text that UTF-8 can hold. */
  static String text(String path, @Nullable Object value) throws VectorFault {
    if (!(value instanceof String text)) {
      throw unexpected(path, value, "a text");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw unexpected(path, value, "a text without half surrogate pairs");
    }
    return text;
  }

  /** Returns a whole number within bounds. */
  static int whole(String path, @Nullable Object value, int least, int most) throws VectorFault {
    long number =
        value instanceof Integer || value instanceof Long
            ? ((Number) value).longValue()
            : least - 1L;
    if (number < least || number > most) {
      throw unexpected(path, value, "a whole number from " + least + " to " + most);
    }
    return (int) number;
  }

  /** Returns the fault of a value that is none of the expected ones. */
  static VectorFault unexpected(String path, @Nullable Object given, String expected) {
    String shown = Json.encode(given);
    String cut = shown.length() > 80 ? shown.substring(0, 77) + "..." : shown;
    return new VectorFault(path + ": given " + cut + ", expected " + expected);
  }

  /** Returns where a field stands. */
  String path(String name) {
    return path.isEmpty() ? name : path + '.' + name;
  }

  /** Tells whether a field is there. */
  boolean has(String name) {
    known.add(name);
    return object.containsKey(name);
  }

  private @Nullable Object needed(String name, String expected) throws VectorFault {
    if (!has(name)) {
      throw new VectorFault(path(name) + ": missing, expected " + expected);
    }
    return object.getValue(name);
  }

  /** Returns a text that must be there. */
  String text(String name) throws VectorFault {
    return text(path(name), needed(name, "a text"));
  }

  /** Returns a text that may be missing. */
  Optional<String> textIfAny(String name) throws VectorFault {
    return has(name) ? Optional.of(text(name)) : Optional.empty();
  }

  /** Returns a whole number that must be there. */
  int whole(String name, int least, int most) throws VectorFault {
    String expected = "a whole number from " + least + " to " + most;
    return whole(path(name), needed(name, expected), least, most);
  }

  /** Returns a whole number, or another one if it is missing. */
  int whole(String name, int least, int most, int otherwise) throws VectorFault {
    return has(name) ? whole(name, least, most) : otherwise;
  }

  /** Returns a number that must be there. */
  double number(String name) throws VectorFault {
    Object value = needed(name, "a number");
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw unexpected(path(name), value, "a number");
  }

  /** Returns a truth, false if it is missing. */
  boolean flag(String name) throws VectorFault {
    if (!has(name)) {
      return false;
    }
    Object value = object.getValue(name);
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw unexpected(path(name), value, "true or false");
  }

  /** Returns an array that must be there. */
  JsonArray array(String name) throws VectorFault {
    Object value = needed(name, "an array");
    if (value instanceof JsonArray array) {
      return array;
    }
    throw unexpected(path(name), value, "an array");
  }

  /** Returns an array, empty if it is missing. */
  JsonArray arrayIfAny(String name) throws VectorFault {
    return has(name) ? array(name) : new JsonArray();
  }

  /** Returns an object that must be there. */
  Fields object(String name) throws VectorFault {
    return of(path(name), needed(name, "an object"));
  }

  /** Returns the names of all fields, which are known thereby. */
  Collection<String> names() {
    known.addAll(object.fieldNames());
    return object.fieldNames();
  }

  /** Returns a constant by its name in any case, with {@code -} for {@code _}. */
  <E extends Enum<E>> E word(String name, Class<E> type) throws VectorFault {
    String words =
        "one of "
            + Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    String given = text(path(name), needed(name, words));
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(given.toUpperCase(Locale.ROOT).replace('-', '_'))) {
        return constant;
      }
    }
    throw unexpected(path(name), given, words);
  }

  /** Returns a constant, or another one if it is missing. */
  <E extends Enum<E>> E word(String name, Class<E> type, E otherwise) throws VectorFault {
    return has(name) ? word(name, type) : otherwise;
  }

  /** Reads a text that can be one only, if it is there. */
  void only(String name, String expected) throws VectorFault {
    Optional<String> given = textIfAny(name);
    if (given.isPresent() && !given.get().equals(expected)) {
      throw unexpected(path(name), given.get(), Json.encode(expected));
    }
  }

  /** Ends the reading: every field has been asked for. */
  void end() throws VectorFault {
    for (String name : object.fieldNames()) {
      if (!known.contains(name)) {
        throw new VectorFault(
            path(name) + ": unknown field; here are known: " + String.join(", ", known));
      }
    }
  }
}

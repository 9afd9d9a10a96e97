package io.clockwise.control.journal.format;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object, each taken once and as what it must be; {@link #end} finds what
 * nobody took.
 */
final class Fields {
  private final String where;
  private final Map<String, Object> left;

  Fields(String where, Map<String, Object> all) {
    this.where = where;
    this.left = new LinkedHashMap<>(all);
  }

  /** What reads an object. */
  interface Form<T> {
    T read(Fields fields) throws Misread;
  }

  private @Nullable Object take(String name) throws Misread {
    if (!left.containsKey(name)) {
      throw Misread.damaged(where + name + " is missing");
    }
    return left.remove(name);
  }

  private <T> T take(String name, Class<T> type) throws Misread {
    Object value = take(name);
    if (!type.isInstance(value)) {
      throw wrong(name);
    }
    return type.cast(value);
  }

  private Misread wrong(String name) {
    return Misread.damaged(where + name + " has a value that it cannot have");
  }

  private boolean takeNull(String name) {
    if (left.containsKey(name) && left.get(name) == null) {
      left.remove(name);
      return true;
    }
    return false;
  }

  String text(String name) throws Misread {
    return take(name, String.class);
  }

  long number(String name) throws Misread {
    return take(name, Long.class);
  }

  int number(String name, int most) throws Misread {
    long number = number(name);
    if (number < 0 || number > most) {
      throw wrong(name);
    }
    return (int) number;
  }

  boolean flag(String name) throws Misread {
    return take(name, Boolean.class);
  }

  /** Takes a flag that is left out while it is false, as lines of before do. */
  boolean flagOrFalse(String name) throws Misread {
    return left.containsKey(name) && flag(name);
  }

  /** Takes a text that is left out while it is empty, as lines of before do. */
  String textOrEmpty(String name) throws Misread {
    return left.containsKey(name) ? text(name) : "";
  }

  /** Takes a number that is left out while it is 0, as lines of before do. */
  long numberOrZero(String name) throws Misread {
    return left.containsKey(name) ? number(name) : 0;
  }

  Instant time(String name) throws Misread {
    try {
      return Instant.parse(text(name));
    } catch (DateTimeException e) {
      throw wrong(name);
    }
  }

  Duration duration(String name) throws Misread {
    try {
      return Duration.parse(text(name));
    } catch (DateTimeException e) {
      throw wrong(name);
    }
  }

  /** Takes one of the words of an enumeration, in lower case. */
  <E extends Enum<E>> E word(String name, Class<E> words) throws Misread {
    String given = text(name);
    for (E word : words.getEnumConstants()) {
      if (word(word).equals(given)) {
        return word;
      }
    }
    throw Misread.foreign(where + name + " '" + given + "'");
  }

  /** Takes a text that has one value only so far. */
  void only(String name, String value) throws Misread {
    String given = text(name);
    if (!given.equals(value)) {
      throw Misread.foreign(where + name + " '" + given + "'");
    }
  }

  List<String> texts(String name) throws Misread {
    List<String> texts = new ArrayList<>();
    for (Object each : take(name, List.class)) {
      if (!(each instanceof String text)) {
        throw wrong(name);
      }
      texts.add(text);
    }
    return texts;
  }

  <T> T object(String name, Form<T> form) throws Misread {
    return read(where + name, take(name), form);
  }

  <T> List<T> objects(String name, Form<T> form) throws Misread {
    List<T> values = new ArrayList<>();
    for (Object each : take(name, List.class)) {
      values.add(read(where + name + "[" + values.size() + "]", each, form));
    }
    return values;
  }

  /** Takes an object whose names are not known in advance, in its order. */
  <T> Map<String, T> named(String name, Form<T> form) throws Misread {
    return object(name, fields -> fields.all(form));
  }

  /** Takes all of this, whatever the names. */
  <T> Map<String, T> all(Form<T> form) throws Misread {
    Map<String, T> values = new LinkedHashMap<>();
    for (Map.Entry<String, Object> each : left.entrySet()) {
      values.put(each.getKey(), read(where + each.getKey(), each.getValue(), form));
    }
    left.clear();
    return values;
  }

  /** Takes an object whose names are not known in advance and whose values are numbers. */
  Map<String, Long> numbers(String name) throws Misread {
    return object(
        name,
        fields -> {
          Map<String, Long> numbers = new LinkedHashMap<>();
          for (String each : List.copyOf(fields.left.keySet())) {
            numbers.put(each, fields.number(each));
          }
          return numbers;
        });
  }

  /** Takes what may be null. */
  <T> @Nullable T orNull(String name, Form<T> form) throws Misread {
    return takeNull(name) ? null : form.read(this);
  }

  /** Takes an object that may be null. */
  <T> @Nullable T objectOrNull(String name, Form<T> form) throws Misread {
    return takeNull(name) ? null : object(name, form);
  }

  private static <T> T read(String where, @Nullable Object value, Form<T> form) throws Misread {
    if (!(value instanceof Map<?, ?> map)) {
      throw Misread.damaged(where + " is not an object");
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    map.forEach((name, each) -> fields.put((String) name, each));
    Fields inner = new Fields(where + ".", fields);
    T read = form.read(inner);
    inner.end();
    return read;
  }

  /** Checks that nothing is left that nobody knows. */
  void end() throws Misread {
    for (String name : left.keySet()) {
      throw Misread.foreign("field " + where + name);
    }
  }

  /** Returns the word of an enumeration's constant. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}

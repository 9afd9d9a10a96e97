package io.clockwise.bench.peer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The arguments of a command, taken one after the other. */
final class Arguments {
  private final List<String> left;

  Arguments(String... arguments) {
    this.left = new ArrayList<>(Arrays.asList(arguments));
  }

  /** Tells whether a flag is given. */
  boolean flag(String name) {
    return left.remove(name);
  }

  /** Returns the values of an option that may be given several times. */
  List<String> values(String name) {
    List<String> values = new ArrayList<>();
    for (int at = left.indexOf(name); at >= 0; at = left.indexOf(name)) {
      left.remove(at);
      if (at == left.size()) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      values.add(left.remove(at));
    }
    return values;
  }

  /** Returns the last value of an option. */
  String value(String name, String otherwise) {
    List<String> values = values(name);
    return values.isEmpty() ? otherwise : values.get(values.size() - 1);
  }

  /** Returns a list with commas; empty when it is not given. */
  List<String> list(String name) {
    return Arrays.stream(value(name, "").split(","))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /** Returns a whole number, at least 0. */
  int number(String name, int otherwise) {
    String text = value(name, Integer.toString(otherwise));
    if (!text.matches("\\d{1,9}")) {
      throw new IllegalArgumentException(name + " is a whole number, not " + text);
    }
    return Integer.parseInt(text);
  }

  /** Refuses what nobody has taken. */
  void requireNoMore() {
    if (!left.isEmpty()) {
      throw new IllegalArgumentException("not known: " + String.join(" ", left) + "; see --help");
    }
  }
}

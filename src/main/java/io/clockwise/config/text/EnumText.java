package io.clockwise.config.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Constants as documents write them: {@code LEAST_REQUESTS} is {@code leastRequests}. */
public final class EnumText {
  private EnumText() {}

  /** Returns the word of a constant. */
  public static String of(Enum<?> constant) {
    StringBuilder word = new StringBuilder();
    for (String part : constant.name().toLowerCase(Locale.ROOT).split("_", -1)) {
      word.append(
          word.isEmpty()
              ? part
              : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
    }
    return word.toString();
  }

  /** Returns the words of all constants, in their order. */
  public static <E extends Enum<E>> List<String> words(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(EnumText::of).toList();
  }

  /** Reads a word, case-sensitive; empty when it names no constant. */
  public static <E extends Enum<E>> Optional<E> parse(Class<E> type, String word) {
    return Arrays.stream(type.getEnumConstants()).filter(c -> of(c).equals(word)).findFirst();
  }
}

package io.clockwise.admin.http;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known word that a misspelt one was probably meant to be. */
public final class Suggestion {
  private Suggestion() {}

  /** Returns a sentence that ends a message: the suggestion, or the list of what is known. */
  public static String sentence(String given, Collection<String> known) {
    if (known.isEmpty()) {
      return "; none is known here";
    }
    return nearest(given, known)
        .map(word -> "; did you mean '" + word + "'?")
        .orElse("; known: " + String.join(", ", known.stream().sorted().toList()));
  }

  private static Optional<String> nearest(String given, Collection<String> known) {
    if (given.length() > 40) {
      return Optional.empty();
    }
    String lower = given.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(word -> distance(lower, word.toLowerCase(Locale.ROOT)) <= 2)
        .min(Comparator.comparingInt(word -> distance(lower, word.toLowerCase(Locale.ROOT))));
  }

  /** Returns the edits (insert, delete, replace) that lead from one word to the other. */
  static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replace = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replace, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}

package io.clockwise.config.read.node;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The word that somebody meant who wrote another one. */
public final class Suggestion {
  private static final int LONGEST = 64;

  private Suggestion() {}

  /**
   * Returns the nearest of the known words, if one is near enough: at most a third of its letters
   * differ. Case, hyphens and underscores do not count.
   */
  public static Optional<String> of(String written, Collection<String> known) {
    if (written.length() > LONGEST) {
      return Optional.empty();
    }
    String bare = bare(written);
    String best = "";
    int bestDistance = Integer.MAX_VALUE;
    for (String word : known) {
      int distance = distance(bare, bare(word));
      if (distance <= Math.max(1, word.length() / 3)
          && distance < Math.min(bestDistance, word.length())) {
        best = word;
        bestDistance = distance;
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  /** Returns the hint for a misspelt word, or an empty text when no known word is near. */
  public static String hint(String written, Collection<String> known) {
    return of(written, known).map(word -> "did you mean " + word + "?").orElse("");
  }

  private static String bare(String word) {
    return word.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
  }

  /** Counts insertions, deletions, replacements and swaps of neighbours (optimal alignment). */
  static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int cheapest(int[][] cost, String a, String b, int i, int j) {
    int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int cheapest = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(cheapest, cost[i - 2][j - 2] + 1) : cheapest;
  }
}

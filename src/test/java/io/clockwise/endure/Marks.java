package io.clockwise.endure;

import java.util.ArrayList;
import java.util.List;

/** What a run has to reach, and where it fell short. */
final class Marks {
  private final String run;
  private final List<String> missed = new ArrayList<>();

  Marks(String run) {
    this.run = run;
  }

  /** Prints a line of figures. */
  void say(String format, Object... figures) {
    System.out.println(run + ": " + format.formatted(figures));
  }

  /** Prints a figure that must be so. */
  void reach(boolean reached, String format, Object... figures) {
    String line = format.formatted(figures);
    System.out.println(run + ": " + line + (reached ? "" : "   <- missed"));
    if (!reached) {
      missed.add(line);
    }
  }

  /** Returns what fell short. */
  List<String> missed() {
    return List.copyOf(missed);
  }
}

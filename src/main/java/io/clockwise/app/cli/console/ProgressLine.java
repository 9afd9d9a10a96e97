package io.clockwise.app.cli.console;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * What goes on while a command waits: a bar that is drawn over itself on a terminal, else a line
 * every few seconds.
 */
public final class ProgressLine {
  private static final int BAR = 20;
  private static final int WIDEST = 79;
  private static final long EVERY_NANOS = Duration.ofSeconds(5).toNanos();

  private final PrintWriter err;
  private final boolean draws;
  private boolean drawn;
  private boolean said;
  private long lastNanos;

  /**
   * Makes a line that is not shown yet.
   *
   * @param draws whether the error output is a terminal
   */
  public ProgressLine(PrintWriter err, boolean draws) {
    this.err = err;
    this.draws = draws;
  }

  /**
   * Shows how far it is.
   *
   * @param done 0 to 1
   * @param nowNanos of a clock that only goes on
   */
  public void show(double done, String text, long nowNanos) {
    if (draws) {
      int full = (int) Math.round(Math.max(0, Math.min(1, done)) * BAR);
      String line = "[" + "#".repeat(full) + "-".repeat(BAR - full) + "] " + text;
      err.print("\r\u001b[K" + line.substring(0, Math.min(WIDEST, line.length())));
      err.flush();
      drawn = true;
    } else if (!said || nowNanos - lastNanos >= EVERY_NANOS) {
      err.println(text);
      err.flush();
      said = true;
      lastNanos = nowNanos;
    }
  }

  /** Takes the bar away, so that other text can follow. */
  public void clear() {
    if (drawn) {
      err.print("\r\u001b[K");
      err.flush();
      drawn = false;
    }
  }
}

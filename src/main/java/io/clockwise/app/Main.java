package io.clockwise.app;

import io.clockwise.app.cli.ClockwiseCommand;

/** Process entry point. */
public final class Main {
  private Main() {}

  /** Runs the command line and exits with its code: 0 ok, 1 failure or invalid, 2 usage. */
  public static void main(String[] args) {
    System.exit(ClockwiseCommand.execute(args));
  }
}

package io.clockwise.app.cli.console;

/** How a command prints what it got. */
public enum Output {
  /** For people. */
  TABLE,
  /** What the API said, for programs. */
  JSON
}

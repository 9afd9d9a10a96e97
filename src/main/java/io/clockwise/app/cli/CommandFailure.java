package io.clockwise.app.cli;

/** A command that cannot do its work, for a reason that the user can mend; stackless. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes a failure.
   *
   * @param message for people: what, where, what to do; one line a problem
   */
  public CommandFailure(String message) {
    super(message, null, false, false);
  }
}

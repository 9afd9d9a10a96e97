package io.clockwise.app.cli.settings;

/** The end of a command that cannot do its work, with its exit code; stackless. */
public class ClientFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private final int exitCode;

  /**
   * Makes a failure with the exit code 1.
   *
   * @param message for people: what, where, what to do
   */
  public ClientFailure(String message) {
    this(message, FAILED);
  }

  private ClientFailure(String message, int exitCode) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  /** Makes a failure whose reason is how the command was called: exit code 2. */
  public static ClientFailure usage(String message) {
    return new ClientFailure(message, USAGE);
  }

  /** Returns the exit code of the command. */
  public int exitCode() {
    return exitCode;
  }
}

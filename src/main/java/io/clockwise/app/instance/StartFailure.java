package io.clockwise.app.instance;

/** Clockwise cannot start, for a reason that the user can mend. */
public final class StartFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final String problem;

  /**
   * Makes a failure.
   *
   * @param problem for people: what, where, what to do; one line a problem
   */
  public StartFailure(String problem) {
    super(problem, null, false, false);
    this.problem = problem;
  }

  /** Returns the message for people. */
  public String problem() {
    return problem;
  }
}

package io.clockwise.app.verify;

/** A vector file that cannot be used, for a reason that the user can mend. */
public final class VectorFault extends Exception {
  private static final long serialVersionUID = 1L;

  private final String problem;

  /**
   * Makes a fault.
   *
   * @param problem for people: where in the file, what, what to do; one line
   */
  public VectorFault(String problem) {
    super(problem, null, false, false);
    this.problem = problem;
  }

  /** Returns the message for people, without the file's name. */
  public String problem() {
    return problem;
  }
}

package io.clockwise.admin.http;

/** A {@link Problem} on its way to the answer; has no stack trace, for it is no fault. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  /** Carries this problem. */
  public Refusal(Problem problem) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
  }

  /** Carries a problem of the request as a whole. */
  public static Refusal of(ProblemType type, String detail) {
    return new Refusal(Problem.of(type, detail));
  }

  /** Carries a problem of one field of the body. */
  public static Refusal ofField(ProblemType type, String field, String detail) {
    return new Refusal(Problem.ofField(type, field, detail));
  }

  /** Returns what is carried. */
  public Problem problem() {
    return problem;
  }
}

package io.clockwise.telemetry.outcome;

import io.clockwise.model.FailureKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** How one backend has served the requests of one event loop; written by that loop only. */
final class RunRecord {
  /*
   * A head ends the failures to get one. It does not end those inside answers: a backend that cuts
   * each answer in its middle would never have a run. So these have a run of their own, which ends
   * with an answer that is whole.
   */
  private static final VarHandle ANSWERS = handle("answers");
  private static final VarHandle WAITS = handle("waits");
  private static final VarHandle WAIT_NANOS = handle("waitNanos");

  private final FailureRun heads = new FailureRun();
  private final FailureRun bodies = new FailureRun();

  @SuppressWarnings("UnusedVariable") // these three through their handles
  private long answers;

  @SuppressWarnings("UnusedVariable")
  private long waits;

  @SuppressWarnings("UnusedVariable")
  private long waitNanos;

  private static VarHandle handle(String name) {
    try {
      return MethodHandles.lookup().findVarHandle(RunRecord.class, name, long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("EnumOrdinal") // it does not leave this process
  void failed(long key, FailureKind kind, boolean inAnswer, int generation, long nowNanos) {
    (inAnswer ? bodies : heads).add(key, kind.ordinal(), generation, nowNanos);
  }

  void refused(long key, int status, int generation, long nowNanos) {
    heads.add(key, status, generation, nowNanos);
  }

  void answered() {
    heads.end();
    add(ANSWERS, 1);
  }

  void waited(long nanos) {
    add(WAIT_NANOS, nanos);
    add(WAITS, 1);
  }

  void whole() {
    bodies.end();
  }

  private void add(VarHandle count, long amount) {
    count.setOpaque(this, (long) count.getOpaque(this) + amount);
  }

  FailureRun heads() {
    return heads;
  }

  FailureRun bodies() {
    return bodies;
  }

  long answers() {
    return (long) ANSWERS.getOpaque(this);
  }

  long waits() {
    return (long) WAITS.getOpaque(this);
  }

  long waitNanos() {
    return (long) WAIT_NANOS.getOpaque(this);
  }
}

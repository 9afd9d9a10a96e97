package io.clockwise.bench.report;

import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.measure.KeySample;
import io.clockwise.placement.measure.PlacementDiff;
import io.clockwise.placement.measure.PlacementView;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures one algorithm over all pools and prints the rows: {@code LABEL full|quick DEADLINE}, the
 * deadline in milliseconds since 1970.
 */
public final class SubjectRun {
  private final Subject subject;
  private final Effort effort;
  private final long deadlineMillis;
  private final List<Measured> measured = new ArrayList<>();

  private SubjectRun(Subject subject, Effort effort, long deadlineMillis) {
    this.subject = subject;
    this.effort = effort;
    this.deadlineMillis = deadlineMillis;
  }

  /** Prints rows to standard output. */
  public static void main(String[] args) {
    Effort effort = args[1].equals("quick") ? Effort.QUICK : Effort.FULL;
    SubjectRun run = new SubjectRun(Subject.of(args[0]), effort, Long.parseLong(args[2]));
    run.run();
    if (Timing.sink() == 42) {
      System.err.println(); // as good as never
    }
  }

  /* Times first: what is called later teaches the compiler more callers than a proxy has. */
  private void run() {
    boolean weightsCount;
    try {
      weightsCount = weightsCount();
    } catch (IllegalArgumentException e) {
      System.err.println("skipped: " + subject.label() + ": " + e.getMessage());
      return;
    }
    for (int backends : effort.sizes()) {
      build(backends, false);
      if (weightsCount) {
        build(backends, true);
      } else {
        say(backends, true, "weights do not count");
      }
    }
    for (Measured one : measured) {
      print(isLate() ? one.unfinished("changes are not measured: out of time") : one.row());
    }
  }

  private boolean weightsCount() {
    PlacementView equal = PlacementView.of(placement(false));
    PlacementView unequal = PlacementView.of(placement(true));
    KeySample sample = new KeySample(10_000, subject.keys());
    return PlacementDiff.between(equal, unequal, sample).moved() > 0;
  }

  private Placement placement(boolean unequal) {
    return Placements.build(subject.settings(), subject.members(5, unequal));
  }

  private boolean isLate() {
    return System.currentTimeMillis() > deadlineMillis;
  }

  private void build(int backends, boolean unequal) {
    if (isLate()) {
      say(backends, unequal, "not measured: out of time");
      return;
    }
    try {
      measured.add(new Measured(subject, backends, unequal, effort));
    } catch (IllegalArgumentException e) {
      say(backends, unequal, String.valueOf(e.getMessage()));
    }
  }

  private void say(int backends, boolean unequal, String remark) {
    print(Row.without(subject.label(), backends, Row.weights(unequal), remark));
  }

  private static void print(Row row) {
    System.out.println(row.csv());
    System.out.flush();
  }
}

package io.clockwise.health.outlier;

import io.clockwise.config.OutlierConfig;
import io.clockwise.telemetry.outcome.Run;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The past of one backend: whether it is ejected, how often it was, how it does since. */
final class Course {
  private enum State {
    SERVING,
    EJECTED,
    ASKED
  }

  private static final int TRIAL_ANSWERS = 10;
  private static final int TRIAL_FAILURES = 2;
  private static final int LONG_RUN = 10;
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String server;
  private State state = State.SERVING;
  private int repeats;
  private long sinceNanos; // ejected, or well
  private long untilNanos;
  private long pauseNanos;
  private Step.@Nullable Why why;
  private long trialEnd = -1; // of answers; -1: no trial, or not known yet
  private boolean onTrial;
  private long silentAnswers = -1;
  private long failures;
  private long failedNanos;
  private long silentNanos;

  Course(String server) {
    this.server = server;
  }

  boolean isOf(String other) {
    return server.equals(other);
  }

  boolean isAway() {
    return state != State.SERVING;
  }

  Step.@Nullable Why why() {
    return why;
  }

  /** Tells whether there is nothing to remember. */
  boolean isClean() {
    return state == State.SERVING && repeats == 0 && !onTrial && silentAnswers < 0;
  }

  /** Takes note of a look while it serves. */
  void serves(Sight sight, OutlierConfig rule, long nowNanos) {
    while (repeats > 0 && nowNanos - sinceNanos >= timeNanos(rule, repeats)) {
      sinceNanos += timeNanos(rule, repeats);
      repeats--;
    }
    if (onTrial && trialEnd < 0) {
      trialEnd = sight.answers() + TRIAL_ANSWERS;
    }
    onTrial &= sight.answers() < trialEnd;
    long seen = sight.runs().stream().mapToLong(Run::length).sum();
    if (seen != failures) {
      failures = seen;
      failedNanos = nowNanos;
    }
    boolean fails = sight.runs().stream().anyMatch(r -> r.length() >= rule.consecutiveFailures());
    if (!fails) {
      silentAnswers = -1;
    } else if (silentAnswers != sight.answers()) {
      silentAnswers = sight.answers();
      silentNanos = nowNanos;
    }
  }

  /** Returns the failures for which it is to be ejected; null: none. */
  @Nullable Run fatal(Sight sight, OutlierConfig rule, long nowNanos) {
    if (nowNanos - failedNanos > FRESH_NANOS) {
      return null; // that is the past
    }
    for (Run run : sight.runs()) {
      if (isFatal(run, rule, nowNanos)) {
        return run;
      }
    }
    return null;
  }

  /*
   * Few keys are enough when nobody at all was answered for a while: then it is not the key that
   * fails. A backend on trial has less credit.
   */
  private boolean isFatal(Run run, OutlierConfig rule, long nowNanos) {
    int most = rule.consecutiveFailures();
    int keys = rule.distinctKeys();
    boolean usual = run.length() >= most && run.keys() >= keys;
    boolean again =
        onTrial
            && run.length() >= Math.min(TRIAL_FAILURES, most)
            && run.keys() >= Math.min(TRIAL_FAILURES, keys);
    boolean silent =
        run.length() >= (long) LONG_RUN * most
            && silentAnswers >= 0
            && nowNanos - silentNanos >= SILENCE_NANOS;
    return usual || again || silent;
  }

  /** Ejects it; returns for how long. */
  long eject(Step.Why cause, OutlierConfig rule, long nowNanos) {
    if (repeats == 0 || timeNanos(rule, repeats) < rule.maxEject().toNanos()) {
      repeats++;
    }
    long time = timeNanos(rule, repeats);
    state = State.EJECTED;
    why = cause;
    sinceNanos = nowNanos;
    untilNanos = nowNanos + time;
    pauseNanos = Math.min(FIRST_PAUSE_NANOS, rule.eject().toNanos());
    onTrial = false;
    silentAnswers = -1;
    return time;
  }

  private static long timeNanos(OutlierConfig rule, int repeats) {
    long most = rule.maxEject().toNanos();
    long time = rule.eject().toNanos();
    for (int i = 1; i < repeats && time < most; i++) {
      time *= 2;
    }
    return Math.min(time, most);
  }

  /** Tells whether it is to be asked now; once. */
  boolean asks(long nowNanos) {
    if (state != State.EJECTED || nowNanos - untilNanos < 0) {
      return false;
    }
    state = State.ASKED;
    return true;
  }

  /** Tells whether it was asked and has not answered yet. */
  boolean isAsked() {
    return state == State.ASKED;
  }

  /** Stays ejected for a while longer, twice as long each time. */
  void stay(OutlierConfig rule, long nowNanos) {
    state = State.EJECTED;
    untilNanos = nowNanos + pauseNanos;
    pauseNanos = Math.min(2 * pauseNanos, rule.eject().toNanos());
  }

  /** Lets it return, on trial; returns how long it was away. */
  long comeBack(long nowNanos) {
    long away = nowNanos - sinceNanos;
    state = State.SERVING;
    why = null;
    sinceNanos = nowNanos;
    onTrial = true;
    trialEnd = -1;
    failures = 0; // the runs of before are left behind
    return away;
  }
}

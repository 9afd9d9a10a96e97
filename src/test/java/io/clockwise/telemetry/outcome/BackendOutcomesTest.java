package io.clockwise.telemetry.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.FailureKind;
import io.clockwise.testkit.Allocation;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackendOutcomesTest {
  private final BackendOutcomes outcomes = new BackendOutcomes(3);

  private void fail(int loop, long key) {
    outcomes.failed(loop, key, FailureKind.CONNECT_REFUSED, false, 1_000);
  }

  @Test
  void aRunHasALengthKeysAndItsLastCause() {
    fail(0, 1);
    fail(0, 2);
    fail(0, 1);
    outcomes.refused(0, 1, 503, 1_000);
    assertThat(outcomes.runs(1)).containsExactly(new Run(4, 2, null, 503));
    fail(0, 3);
    assertThat(outcomes.runs(5)).containsExactly(new Run(5, 3, FailureKind.CONNECT_REFUSED, 0));
    assertThat(outcomes.runs(6)).isEmpty();
  }

  @Test
  void eachLoopHasItsOwnRun() {
    IntStream.range(0, 5).forEach(i -> fail(1, i));
    fail(2, 0);
    outcomes.answered(0);
    outcomes.answered(2);
    assertThat(outcomes.runs(1)).containsExactly(new Run(5, 5, FailureKind.CONNECT_REFUSED, 0));
    assertThat(outcomes.answers()).isEqualTo(2);
    outcomes.answered(1);
    assertThat(outcomes.runs(1)).isEmpty();
  }

  @Test
  void headsDoNotEndTheRunOfAnswersThatAreCut() {
    for (int i = 0; i < 5; i++) {
      outcomes.answered(0);
      outcomes.failed(0, i, FailureKind.UPSTREAM_RESET, true, 1_000);
    }
    assertThat(outcomes.runs(5)).containsExactly(new Run(5, 5, FailureKind.UPSTREAM_RESET, 0));
    outcomes.whole(0);
    assertThat(outcomes.runs(1)).isEmpty();
  }

  @Test
  void readersLeaveRunsBehind() {
    IntStream.range(0, 5).forEach(i -> fail(0, i));
    outcomes.restart();
    assertThat(outcomes.runs(1)).isEmpty();
    fail(0, 7);
    assertThat(outcomes.runs(1)).containsExactly(new Run(1, 1, FailureKind.CONNECT_REFUSED, 0));
    for (int i = 0; i < 1 << 16; i++) {
      outcomes.restart();
    }
    fail(0, 8);
    assertThat(outcomes.runs(1)).extracting(Run::keys).containsExactly(2); // once around
  }

  @Test
  void keysAreToldApartUpToABound() {
    IntStream.range(0, 200).forEach(i -> fail(0, i));
    assertThat(outcomes.runs(1)).extracting(Run::length).containsExactly(200);
    assertThat(outcomes.runs(1)).extracting(Run::keys).containsExactly(FailureRun.MOST_KEYS);
  }

  @Test
  void theLoopKnowsForHowLongAndHowLatelyItFails() {
    assertThat(outcomes.failingNanos(0, 500)).isZero();
    outcomes.failed(0, 1, FailureKind.CONNECT_REFUSED, false, 1_000);
    outcomes.failed(0, 1, FailureKind.CONNECT_REFUSED, false, 3_000);
    assertThat(outcomes.failingNanos(0, 1_000)).isEqualTo(1);
    assertThat(outcomes.failingNanos(0, 5_000)).isEqualTo(4_000);
    assertThat(outcomes.isFailing(0, 2_000, 5_000)).isTrue();
    assertThat(outcomes.isFailing(0, 2_000, 5_001)).isFalse();
    assertThat(outcomes.isFailing(1, 2_000, 5_000)).isFalse();
    outcomes.answered(0);
    assertThat(outcomes.failingNanos(0, 5_000)).isZero();
    assertThat(outcomes.isFailing(0, 2_000, 5_000)).isFalse();
  }

  @Test
  void waitsAreCountedAndSummed() {
    outcomes.waited(0, 10);
    outcomes.waited(2, 30);
    assertThat(outcomes.waits()).isEqualTo(2);
    assertThat(outcomes.waitNanos()).isEqualTo(40);
  }

  @Test
  void allocatesNothingOnceARunHasBegun() {
    Allocation.assertNone(
        i -> {
          outcomes.failed(0, i, FailureKind.CONNECT_REFUSED, false, i);
          outcomes.refused(0, i, 503, i);
          if (i % 100 == 0) {
            outcomes.answered(0);
          }
          outcomes.waited(0, i);
          outcomes.whole(0);
          return 1;
        });
  }
}

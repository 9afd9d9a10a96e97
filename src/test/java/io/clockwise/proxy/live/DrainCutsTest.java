package io.clockwise.proxy.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.Drain;
import io.clockwise.model.Drain.Outcome;
import io.clockwise.model.Drain.Then;
import io.clockwise.telemetry.CutReason;
import io.clockwise.testkit.TestTables;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a drain cuts, and when. */
class DrainCutsTest extends BookFixture {
  private static final Duration HARD_STOP = Duration.ofSeconds(30);

  private List<Probe> streams(int count) {
    return IntStream.range(0, count).mapToObj(i -> stream("a")).toList();
  }

  private static LongStream times(List<Probe> probes) {
    return probes.stream().mapToLong(Probe::cutMillis);
  }

  @Test
  void streamsAreCutSpreadOverTheLastTenth() {
    List<Probe> probes = streams(1_000);
    Probe other = stream("b");
    Probe request = request("a");
    drainA(Duration.ofSeconds(100), Then.CUT, HARD_STOP);
    clock.advance(89_999);
    assertThat(probes).noneMatch(Probe::isCut);
    clock.advance(10_002);
    assertThat(probes).allMatch(p -> p.reason == CutReason.DRAIN);
    assertThat(times(probes).min().orElseThrow()).isBetween(90_000L, 90_100L);
    assertThat(times(probes).max().orElseThrow()).isBetween(99_900L, 100_001L);
    assertThat(times(probes).average().orElseThrow()).isBetween(94_500.0, 95_500.0);
    assertThat(cuts(CutReason.DRAIN)).isEqualTo(1_000);
    assertThat(other.isCut() || request.isCut()).isFalse();
    clock.advance(29_000);
    assertThat(request.isCut()).isFalse();
    clock.advance(1_100);
    assertThat(request.reason).isEqualTo(CutReason.DRAIN);
    assertThat(other.isCut()).isFalse();
    assertThat(cuts(CutReason.DRAIN)).isEqualTo(1_000); // a request is no stream
  }

  @Test
  void theLastTenthIsAMinuteAtMost() {
    List<Probe> probes = streams(300);
    drainA(Duration.ofMinutes(60), Then.CUT, HARD_STOP);
    clock.advance(Duration.ofMinutes(59).toMillis() - 1);
    assertThat(probes).noneMatch(Probe::isCut);
    clock.advance(60_010);
    assertThat(probes).allMatch(Probe::isCut);
  }

  @Test
  void streamsThatBeginLateAreCutInWhatIsLeft() {
    drainA(Duration.ofSeconds(100), Then.CUT, HARD_STOP);
    clock.advance(98_000);
    List<Probe> late = streams(200);
    clock.advance(2_001);
    assertThat(times(late).min().orElseThrow()).isBetween(98_000L, 98_100L);
    assertThat(late).allMatch(Probe::isCut);
    Probe afterwards = stream("a");
    clock.advance(2);
    assertThat(afterwards.isCut()).isTrue();
  }

  @Test
  void streamsThatMoveByThemselvesStayUntilTheHardStop() {
    List<Probe> probes = streams(10);
    Probe request = request("a");
    drainA(Duration.ofSeconds(100), Then.MOVE, HARD_STOP);
    clock.advance(129_999);
    assertThat(probes).noneMatch(Probe::isCut);
    clock.advance(2);
    assertThat(probes).allMatch(p -> p.reason == CutReason.DRAIN);
    assertThat(request.isCut()).isTrue();
    assertThat(cuts(CutReason.DRAIN)).isEqualTo(10);
  }

  @Test
  void aDrainThatIsTakenBackCutsNothingMore() {
    List<Probe> probes = streams(100);
    Probe request = request("a");
    drainA(Duration.ofSeconds(100), Then.CUT, HARD_STOP);
    clock.advance(95_000);
    long cut = probes.stream().filter(Probe::isCut).count();
    assertThat(cut).isBetween(30L, 70L);
    publish(table());
    clock.advance(1_000_000);
    assertThat(probes.stream().filter(Probe::isCut).count()).isEqualTo(cut);
    assertThat(request.isCut()).isFalse();
    assertThat(clock.timers()).isZero();
  }

  @Test
  void otherTermsAreOtherTimes() {
    List<Probe> probes = streams(50);
    Drain first = drainA(Duration.ofSeconds(100), Then.CUT, HARD_STOP);
    Drain longer =
        TestTables.drain("d2", first.since(), first.since().plusSeconds(200), Then.CUT, HARD_STOP);
    publish(TestTables.drained(table(), "a", longer));
    clock.advance(179_999);
    assertThat(probes).noneMatch(Probe::isCut);
    publish(
        TestTables.drained(
            table(),
            "a",
            TestTables.drain("d2", first.since(), longer.deadline(), Then.MOVE, HARD_STOP)));
    clock.advance(49_999);
    assertThat(probes).noneMatch(Probe::isCut);
    clock.advance(10);
    assertThat(probes).allMatch(Probe::isCut);
  }

  @Test
  void otherTablesMoveNoTime() {
    List<Probe> probes = streams(20);
    Drain drain = drainA(Duration.ofSeconds(100), Then.CUT, HARD_STOP);
    clock.advance(90_000);
    List<Long> planned = probes.stream().map(p -> p.entry.dueNanos).toList();
    for (int i = 0; i < 50; i++) {
      publish(TestTables.drained(table(), "a", drain));
    }
    assertThat(probes.stream().map(p -> p.entry.dueNanos).toList()).isEqualTo(planned);
  }

  @Test
  void theWallTimeMayJumpMeanwhile() {
    List<Probe> probes = streams(20);
    Drain drain = drainA(Duration.ofSeconds(100), Then.CUT, HARD_STOP);
    clock.jump(3_600_000);
    publish(TestTables.drained(table(), "a", drain));
    clock.advance(89_000);
    assertThat(probes).noneMatch(Probe::isCut);
    clock.jump(-7_200_000);
    publish(TestTables.drained(table(), "a", drain));
    clock.advance(11_001);
    assertThat(probes).allMatch(Probe::isCut);
  }

  @Test
  void oneThatHasExpiredCutsItsStreamsAtOnceAndTheRestAtTheHardStop() {
    List<Probe> probes = streams(20);
    Probe request = request("a");
    Drain drain = drainA(Duration.ofSeconds(100), Then.CUT, HARD_STOP);
    clock.advance(50_000);
    publish(TestTables.drained(table(), "a", drain.ended(Outcome.EXPIRED)));
    clock.advance(2);
    assertThat(probes).allMatch(Probe::isCut);
    assertThat(request.isCut()).isFalse();
    clock.advance(79_990);
    assertThat(request.isCut()).isFalse();
    clock.advance(20);
    assertThat(request.isCut()).isTrue();
  }

  @Test
  void oneThatHasExpiredLongAgoCutsWhatIsLeftAtOnce() {
    Probe request = request("a");
    Probe stream = stream("a");
    Drain drain =
        TestTables.drain(
            "d", now().minusSeconds(200), now().minusSeconds(100), Then.MOVE, HARD_STOP);
    publish(TestTables.drained(table(), "a", drain.ended(Outcome.EXPIRED)));
    clock.advance(2);
    assertThat(request.isCut() && stream.isCut()).isTrue();
    Probe later = request("a");
    publish(TestTables.drained(table(), "a", drain.ended(Outcome.EXPIRED)));
    clock.advance(100);
    assertThat(later.isCut()).isFalse(); // the same drain, whose hard stop has been
  }

  @Test
  void oneThatFoundNothingLeftCutsNothing() {
    Probe request = request("a");
    Drain drain = drainA(Duration.ofSeconds(100), Then.CUT, HARD_STOP);
    publish(TestTables.drained(table(), "a", drain.ended(Outcome.DRAINED)));
    clock.advance(200_000);
    assertThat(request.isCut()).isFalse();
  }

  @Test
  void whatIsOnNoBackendYetIsLeftAlone() {
    Probe searching = request("a");
    searching.willing = false;
    drainA(Duration.ofSeconds(1), Then.MOVE, Duration.ZERO);
    clock.advance(60_000);
    assertThat(searching.asked).isEqualTo(1);
    assertThat(searching.isCut()).isFalse();
  }

  @Test
  void aDrainWithoutTimeCutsAtOnce() {
    Probe stream = stream("a");
    Probe request = request("a");
    drainA(Duration.ZERO, Then.CUT, Duration.ZERO);
    clock.advance(2);
    assertThat(stream.isCut() && request.isCut()).isTrue();
  }

  @Test
  void timesBeyondReckoningAreNoFault() {
    Probe stream = stream("a");
    Drain drain =
        TestTables.drain(
            "d", now(), java.time.Instant.MAX.minusSeconds(1), Then.CUT, Duration.ofDays(1));
    publish(TestTables.drained(table(), "a", withinMillis(drain)));
    clock.advance(1_000_000);
    assertThat(stream.isCut()).isFalse();
  }

  private static Drain withinMillis(Drain drain) {
    return TestTables.drain(
        drain.id(),
        drain.since(),
        java.time.Instant.ofEpochMilli(Long.MAX_VALUE / 2),
        drain.terms().then(),
        drain.terms().hardStop());
  }

  @Test
  void aStreamOfASessionIsCutAsAnyOther() {
    Probe stream = stream("a", ChosenBy.COOKIE, keyOf("a", 0));
    drainA(Duration.ofSeconds(10), Then.CUT, HARD_STOP);
    clock.advance(10_001);
    assertThat(stream.isCut()).isTrue();
  }
}

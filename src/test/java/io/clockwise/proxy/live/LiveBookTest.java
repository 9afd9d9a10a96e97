package io.clockwise.proxy.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.ChosenBy;
import io.clockwise.telemetry.CutReason;
import io.clockwise.testkit.Allocation;
import io.clockwise.testkit.TestTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiveBookTest extends BookFixture {
  @Test
  void aLongStreamIsCountedFromItsBeginningToItsEndOnce() {
    Probe probe = request("a");
    assertThat(streams("a")).isZero();
    book.becomesStream(probe.entry);
    book.becomesStream(probe.entry);
    book.becomesTunnel(probe.entry);
    assertThat(streams("a")).isEqualTo(1);
    book.remove(probe.entry);
    book.remove(probe.entry);
    assertThat(streams("a")).isZero();
    request("a");
    assertThat(streams("a")).isZero(); // one too many would show as a hole
    stream("a");
    assertThat(streams("a")).isEqualTo(1);
  }

  @Test
  void anAttemptThatWasNotEndedIsNotThereTwice() {
    Probe probe = stream("a");
    book.add(probe.entry.goes(table.routes().get(0), pool(), 1, ChosenBy.FALLBACK, null));
    assertThat(book.size()).isEqualTo(1);
    assertThat(streams("a")).isZero();
  }

  @Test
  void whatIsNoLongerThereBecomesNothing() {
    Probe probe = request("a");
    book.remove(probe.entry);
    book.becomesStream(probe.entry);
    assertThat(book.streams()).isZero();
    assertThat(streams("a")).isZero();
  }

  @Test
  void stopEndsWebSocketsAndNothingElse() {
    Probe request = request("a");
    Probe events = stream("a");
    Probe socket = request("a");
    book.becomesTunnel(socket.entry);
    book.stop();
    Probe late = request("b");
    book.becomesTunnel(late.entry);
    assertThat(socket.reason).isEqualTo(CutReason.STOP);
    assertThat(late.reason).isEqualTo(CutReason.STOP);
    assertThat(request.isCut() || events.isCut()).isFalse();
    assertThat(cuts(CutReason.STOP)).isEqualTo(2);
  }

  /** Work is cut into pieces, whoever causes it. */
  @Test
  void thousandsThatEndAtOnceAreEndedALittleInEachTurn() {
    rule(Duration.ZERO);
    List<Probe> probes = IntStream.range(0, 5_000).mapToObj(i -> stream("a", i % 7)).toList();
    clock.workNanos(10_000);
    publish(TestTables.available(table(), "a", io.clockwise.model.Availability.CLOSED));
    clock.advance(10_000);
    assertThat(probes).allMatch(Probe::isCut);
    assertThat(cuts(CutReason.OWNER_CHANGE)).isEqualTo(5_000);
    assertThat(clock.longestTurnNanos()).isBetween(500_000L, 1_200_000L);
    assertThat(clock.turnCount()).isGreaterThan(50);
    assertThat(clock.timers()).isZero();
  }

  @Test
  void theHardStopIsCutIntoPiecesToo() {
    drainA(Duration.ofSeconds(1), io.clockwise.model.Drain.Then.MOVE, Duration.ZERO);
    List<Probe> probes = IntStream.range(0, 3_000).mapToObj(i -> request("a")).toList();
    clock.workNanos(10_000);
    clock.advance(10_000);
    assertThat(probes).allMatch(Probe::isCut);
    assertThat(clock.longestTurnNanos()).isLessThan(1_200_000L);
  }

  @Test
  void aFaultOfOneKeepsNobodyElse() {
    rule(Duration.ZERO);
    List<Probe> probes = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Probe probe = stream("a", i);
      probe.faulty = i == 4;
      probes.add(probe);
    }
    publish(TestTables.available(table(), "a", io.clockwise.model.Availability.CLOSED));
    clock.advance(100);
    assertThat(probes).filteredOn(Probe::isCut).hasSize(9);
    Probe later = stream("b", 0);
    publish(TestTables.available(table, "b", io.clockwise.model.Availability.CLOSED));
    clock.advance(100);
    assertThat(later.isCut()).isTrue();
  }

  @Test
  void oneThatCannotEndWellIsAskedAgainForThreeSeconds() {
    rule(Duration.ZERO);
    Probe slow = stream("a", 0);
    Probe stuck = stream("a", 1);
    slow.willing = false;
    stuck.willing = false;
    publish(TestTables.available(table(), "a", io.clockwise.model.Availability.CLOSED));
    clock.advance(1_000);
    assertThat(slow.isCut()).isFalse();
    assertThat(slow.asked).isBetween(10, 25);
    slow.willing = true;
    clock.advance(100);
    assertThat(slow.isCut()).isTrue();
    assertThat(slow.atOnce).isFalse();
    clock.advance(3_000);
    assertThat(stuck.isCut()).isTrue();
    assertThat(stuck.atOnce).isTrue();
    assertThat(stuck.cutMillis()).isBetween(3_000L, 3_100L);
    assertThat(cuts(CutReason.OWNER_CHANGE)).isEqualTo(2);
  }

  @Test
  void oneThatWasToldIsNotToldAgain() {
    rule(Duration.ZERO);
    Probe probe = begin("a", ChosenBy.PLACEMENT, keyOf("a", 0));
    LiveEntry[] own = new LiveEntry[1];
    int[] told = new int[1];
    own[0] =
        new LiveEntry(
            (why, now) -> {
              told[0]++;
              return true; // and takes its time
            });
    book.remove(probe.entry);
    book.add(
        own[0].goes(
            table.routes().get(0), pool(), pool().indexOf("a"), ChosenBy.PLACEMENT, keyOf("a", 0)));
    book.becomesTunnel(own[0]);
    publish(TestTables.available(table(), "a", io.clockwise.model.Availability.CLOSED));
    clock.advance(100);
    publish(TestTables.available(table(), "a", io.clockwise.model.Availability.CLOSED));
    clock.advance(10_000);
    book.stop();
    assertThat(told[0]).isEqualTo(1);
    assertThat(cuts(CutReason.OWNER_CHANGE)).isEqualTo(1);
  }

  @Test
  void aRequestCostsNoObject() {
    Probe probe = request("a");
    book.remove(probe.entry);
    Allocation.assertNone(
        i -> {
          book.add(
              probe.entry.goes(table.routes().get(0), pool(), i % 3, ChosenBy.PLACEMENT, null));
          book.remove(probe.entry);
          return book.size();
        });
  }
}

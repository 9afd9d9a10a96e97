package io.clockwise.proxy.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.Drain.Then;
import io.clockwise.telemetry.CutReason;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A book is what a set of its entries is, whatever comes and goes. */
class LiveBookProperties {
  private static final List<String> IDS = List.of("a", "b", "c");

  @Property(tries = 300)
  void comesAndGoesAsASetDoes(
      @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 95) Integer> steps) {
    BookFixture fixture = new BookFixture();
    BookFixture.Probe[] probes = new BookFixture.Probe[8];
    Map<Integer, Integer> backends = new HashMap<>();
    Set<Integer> streams = new HashSet<>();
    for (int step : steps) {
      int which = step % 8;
      int backend = step / 8 % 3;
      switch (step / 24) {
        case 0 -> {
          if (!backends.containsKey(which)) {
            probes[which] = fixture.request(IDS.get(backend));
            backends.put(which, backend);
          }
        }
        case 1 -> {
          if (probes[which] != null) {
            fixture.book.remove(probes[which].entry);
            backends.remove(which);
            streams.remove(which);
          }
        }
        case 2 -> {
          if (probes[which] != null) {
            fixture.book.becomesStream(probes[which].entry);
            if (backends.containsKey(which)) {
              streams.add(which);
            }
          }
        }
        default -> fixture.clock.advance(1);
      }
      assertSame(fixture, backends, streams);
    }
    assertEachIsCutOnce(fixture, probes, backends);
  }

  private static void assertSame(
      BookFixture fixture, Map<Integer, Integer> backends, Set<Integer> streams) {
    assertThat(fixture.book.size()).isEqualTo(backends.size());
    assertThat(fixture.book.streams()).isEqualTo(streams.size());
    for (int i = 0; i < 3; i++) {
      int backend = i;
      assertThat(fixture.streams(IDS.get(i)))
          .isEqualTo(streams.stream().filter(s -> backends.get(s) == backend).count());
    }
  }

  private static void assertEachIsCutOnce(
      BookFixture fixture, BookFixture.Probe[] probes, Map<Integer, Integer> backends) {
    fixture.drainA(Duration.ofSeconds(10), Then.MOVE, Duration.ofSeconds(5));
    fixture.clock.advance(20_000);
    for (int i = 0; i < probes.length; i++) {
      if (probes[i] != null) {
        boolean there = backends.containsKey(i) && backends.get(i) == 0;
        assertThat(probes[i].asked).isEqualTo(there ? 1 : 0);
        assertThat(probes[i].reason).isEqualTo(there ? CutReason.DRAIN : null);
      }
    }
    assertThat(fixture.streams("a")).isZero();
  }

  /** What is planned happens in the order of its times, whatever is planned anew or dropped. */
  @Property(tries = 300)
  void anAgendaKeepsTheOrder(
      @ForAll @Size(max = 120) List<@IntRange(min = 0, max = 3_999) Integer> steps) {
    FakeClock clock = new FakeClock();
    Map<Planned, Long> planned = new HashMap<>();
    long[] last = {Long.MIN_VALUE};
    Agenda agenda =
        new Agenda(
            clock,
            what -> {
              Long at = planned.remove(what);
              assertThat(at).isNotNull();
              assertThat(at).isGreaterThanOrEqualTo(last[0]);
              assertThat(clock.nanos()).isGreaterThanOrEqualTo(at);
              last[0] = at;
            });
    Planned[] all = new Planned[20];
    for (int i = 0; i < all.length; i++) {
      all[i] = new LiveEntry((why, now) -> true);
    }
    for (int step : steps) {
      Planned what = all[step % 20];
      if (step / 20 % 4 == 0) {
        agenda.drop(what);
        planned.remove(what);
      } else {
        long at = 1_000_000L * (step / 80);
        agenda.plan(what, at);
        planned.put(what, at);
      }
      assertThat(agenda.size()).isEqualTo(planned.size());
    }
    assertThat(clock.timers()).isEqualTo(planned.isEmpty() ? 0 : 1);
    clock.advance(1_000);
    assertThat(planned).isEmpty();
    assertThat(clock.timers()).isZero();
  }

  @Property(tries = 100)
  void whoIsAddedWhileOthersAreCutIsNotMet(@ForAll @IntRange(min = 1, max = 30) int count) {
    BookFixture fixture = new BookFixture();
    int[] cuts = new int[1];
    for (int i = 0; i < count; i++) {
      LiveEntry[] own = new LiveEntry[1];
      own[0] =
          new LiveEntry(
              (why, now) -> { // serves the next request at once
                cuts[0]++;
                fixture.book.remove(own[0]);
                again(fixture, own[0]);
                return true;
              });
      again(fixture, own[0]);
    }
    fixture.drainA(Duration.ofSeconds(10), Then.MOVE, Duration.ofSeconds(5));
    fixture.clock.advance(20_000);
    assertThat(cuts[0]).isEqualTo(count);
    assertThat(fixture.book.size()).isEqualTo(count);
  }

  private static void again(BookFixture fixture, LiveEntry entry) {
    fixture.book.add(
        entry.goes(fixture.table.routes().get(0), fixture.pool(), 0, ChosenBy.FALLBACK, null));
  }
}

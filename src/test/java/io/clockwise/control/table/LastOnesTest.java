package io.clockwise.control.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Drain;
import io.clockwise.model.Health;
import io.clockwise.route.PoolSnapshot.Slot;
import io.clockwise.telemetry.Meters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pools whose backends are all drained. */
class LastOnesTest {
  private static final BackendAddress HOST = new BackendAddress("h", 1);

  private final Meters meters = new Meters(1);

  private static Drain drain(boolean strict, Drain.Outcome outcome) {
    Drain.Terms terms =
        new Drain.Terms(Drain.Then.MOVE, Duration.ZERO, Duration.ZERO, strict, false);
    return new Drain("d", Instant.EPOCH, Instant.EPOCH, terms, outcome);
  }

  private Slot slot(String id, int weight, AdminState wish, Drain drain) {
    return new Slot(
        new Backend(id, HOST, weight, wish),
        Availability.of(wish, Health.UP, drain),
        meters.backend("p", id),
        drain);
  }

  private static List<Availability> opened(Slot... slots) {
    return LastOnes.open(List.of(slots)).stream().map(Slot::availability).toList();
  }

  @Test
  void serveUnlessTheyAreStrictOrOver() {
    Slot open = slot("a", 1, AdminState.DRAIN, drain(false, Drain.Outcome.OPEN));
    Slot strict = slot("b", 1, AdminState.DRAIN, drain(true, Drain.Outcome.OPEN));
    Slot over = slot("c", 1, AdminState.DRAIN, drain(false, Drain.Outcome.DRAINED));
    Slot maint = slot("d", 1, AdminState.MAINT, null);
    assertThat(opened(open, strict, over, maint))
        .containsExactly(
            Availability.OPEN, Availability.STICKY_ONLY, Availability.CLOSED, Availability.CLOSED);
  }

  @Test
  void doNotServeBesideOneThatTakesKeys() {
    Slot draining = slot("a", 1, AdminState.DRAIN, drain(false, Drain.Outcome.OPEN));
    assertThat(opened(draining, slot("b", 1, AdminState.READY, null)))
        .containsExactly(Availability.STICKY_ONLY, Availability.OPEN);
    assertThat(opened(draining, slot("b", 0, AdminState.READY, null)))
        .as("one without a weight takes no keys")
        .containsExactly(Availability.OPEN, Availability.OPEN);
  }
}

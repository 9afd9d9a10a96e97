package io.clockwise.proxy.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.outcome.BackendOutcomes;
import io.clockwise.telemetry.outcome.Run;
import io.clockwise.testkit.Allocation;
import io.clockwise.testkit.TestConfig;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OutcomeNotesTest {
  private static final BackendAddress ADDRESS = new BackendAddress("192.0.2.1", 8080);

  private final RoutingTable table =
      TestConfig.of()
          .withBackends(
              List.of(
                  new BackendConfig("a", ADDRESS, 1, AdminState.READY),
                  new BackendConfig("b", ADDRESS, 1, AdminState.READY),
                  new BackendConfig("m", ADDRESS, 1, AdminState.MAINT)))
          .table(1, new Meters(1));
  private final PoolSnapshot pool = Objects.requireNonNull(table.pools().get(TestConfig.POOL));
  private final BackendOutcomes outcomes = pool.meters(0).outcomes();
  private final OutcomeNotes notes = new OutcomeNotes(0);
  private final Tally tally = new Tally();

  private void request(long at, @Nullable Long hash) {
    tally.begin(0, at);
    Choice.Key key = hash == null ? null : new Choice.Key("header", RoutingKey.ofHash(hash));
    tally.chosen(new Choice(table.routes().get(0), pool, 0, 0, ChosenBy.PLACEMENT, null, key));
  }

  private void fail(FailureKind kind) {
    notes.failed(tally, ProxyFailure.of(kind, ""), false, 10);
  }

  @Test
  void whatKeysHaveTellsThemApartAndEachRequestWithoutOneIsAlone() {
    for (long i = 1; i <= 3; i++) {
      request(i, 7L);
      fail(FailureKind.CONNECT_REFUSED);
    }
    assertThat(outcomes.runs(1)).containsExactly(new Run(3, 1, FailureKind.CONNECT_REFUSED, 0));
    for (long i = 4; i <= 6; i++) {
      request(i, null);
      fail(FailureKind.CONNECT_REFUSED);
    }
    assertThat(outcomes.runs(1)).containsExactly(new Run(6, 4, FailureKind.CONNECT_REFUSED, 0));
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void onlyTheFaultsOfBackendsCount(FailureKind kind) {
    request(1, 7L);
    fail(kind);
    boolean counts = ProxyFailure.of(kind, "").origin() == ProxyFailure.Origin.UPSTREAM;
    assertThat(outcomes.runs(1)).hasSize(counts ? 1 : 0);
    assertThat(counts)
        .isEqualTo(
            kind.compareTo(FailureKind.CONNECT_REFUSED) >= 0
                && kind.compareTo(FailureKind.BAD_RESPONSE) <= 0);
  }

  @Test
  void threeStatusesAreFailures() {
    request(1, 7L);
    IntStream.rangeClosed(100, 599)
        .forEach(
            status -> {
              notes.answered(tally, status, 10);
              assertThat(outcomes.runs(1))
                  .as("%d", status)
                  .hasSize(List.of(502, 503, 504).contains(status) ? 1 : 0);
            });
    assertThat(outcomes.answers()).isEqualTo(497);
  }

  @Test
  void waitsBeginWhenAllIsSent() {
    request(100, 7L);
    tally.searching();
    tally.leased(1, false, 120);
    tally.timeline().sent(150);
    tally.timeline().firstByte(190);
    notes.answered(tally, 200, 190);
    assertThat(outcomes.waitNanos()).isEqualTo(40);
    notes.answered(tally, 503, 190);
    assertThat(outcomes.waits()).isEqualTo(1);
    request(200, 7L); // an answer before all was sent
    tally.leased(1, false, 220);
    tally.timeline().firstByte(290);
    notes.answered(tally, 200, 290);
    assertThat(outcomes.waits()).isEqualTo(1);
  }

  @Test
  void aLimitInAllCountsWhileTheAnswerIsWaitedFor() {
    ProxyFailure late = ProxyFailure.of(FailureKind.UPSTREAM_TIMEOUT, "");
    request(100, 7L);
    notes.tookTooLong(tally, late, 200);
    tally.leased(1, false, 220);
    notes.tookTooLong(tally, late, 230);
    assertThat(outcomes.runs(1)).isEmpty();
    tally.timeline().sent(240);
    notes.tookTooLong(tally, late, 250);
    assertThat(outcomes.runs(1)).hasSize(1);
  }

  @Test
  void thereIsHopeWhileAnOpenOneHasNotFailedLately() {
    long window = TimeUnit.SECONDS.toNanos(10);
    assertThat(notes.isHopeful(pool, 10)).isTrue();
    request(1, 7L);
    fail(FailureKind.CONNECT_REFUSED);
    assertThat(notes.isHopeful(pool, 10)).isTrue();
    pool.meters(1).outcomes().failed(0, 7, FailureKind.CONNECT_REFUSED, false, 10);
    assertThat(notes.isHopeful(pool, 10 + window)).isFalse();
    assertThat(notes.isHopeful(pool, 11 + window)).isTrue();
    notes.answered(tally, 404, 12);
    assertThat(notes.isHopeful(pool, 12)).isTrue();
  }

  @Test
  void allocatesNothing() {
    request(1, 7L);
    Allocation.assertNone(
        i -> {
          notes.answered(tally, i % 100 == 0 ? 503 : 200, i);
          notes.whole(tally);
          return 1;
        });
  }
}

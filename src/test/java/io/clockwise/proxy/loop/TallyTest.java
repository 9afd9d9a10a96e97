package io.clockwise.proxy.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.proxy.gate.peer.TlsFacts;
import io.clockwise.proxy.policy.RequestLog;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.accesslog.AccessRecord;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.clockwise.telemetry.accesslog.Phase;
import io.clockwise.telemetry.recent.Interest;
import io.clockwise.testkit.Allocation;
import io.clockwise.testkit.LoggedRequest;
import io.clockwise.testkit.PlainRequest;
import io.clockwise.testkit.TestConfig;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final BackendAddress ADDRESS = new BackendAddress("2001:db8::9", 8080);

  private final RoutingTable table =
      TestConfig.of()
          .withBackends(
              List.of(
                  new BackendConfig("a", ADDRESS, 1, AdminState.READY),
                  new BackendConfig("b", ADDRESS, 1, AdminState.READY)))
          .table(31, new Meters(1));
  private final PoolSnapshot pool = Objects.requireNonNull(table.pools().get(TestConfig.POOL));
  private final Page page = new Page();
  private final Tally tally = new Tally();

  /** A log that wants one record at a time. */
  private static final class Page implements RequestLog {
    private @Nullable AccessRecord record = new AccessRecord();
    private int published;
    private @Nullable Interest interest;
    private long endNanos;

    @Override
    public @Nullable AccessRecord next(Interest newInterest, long nowNanos) {
      interest = newInterest;
      endNanos = nowNanos;
      return record;
    }

    @Override
    public void publish() {
      published++;
    }
  }

  private Choice choice() {
    Choice.Key key = new Choice.Key("header", RoutingKey.ofHash(0x2d06L));
    return new Choice(table.routes().get(0), pool, 1, 0, ChosenBy.PLACEMENT, OffOwner.FULL, key);
  }

  private LoggedRequest logged(PlainRequest request) {
    tally.log(page, request, table, 200, EndedBy.COMPLETE, 5_000);
    return LoggedRequest.of(Objects.requireNonNull(page.record));
  }

  @Test
  void theLogIsToldEachFact() {
    tally.begin(1_700_000_000_123L, System.nanoTime());
    tally.chosen(choice());
    tally.id().set("r-1");
    tally.leased(4, true, System.nanoTime());
    tally.bytes(3, 42);
    TlsFacts tls = new TlsFacts("TLSv1.3", "TLS_AES_128_GCM_SHA256", "example.org", null);
    LoggedRequest logged = logged(new PlainRequest("/a?b", tls));

    assertThat(page.published).isEqualTo(1);
    assertThat(logged.line())
        .isEqualTo(new LoggedRequest.Line("GET", "/a?b", "HTTP/1.1", "https", "shop.example.org"));
    assertThat(logged.client().address()).isEqualTo("192.0.2.33");
    assertThat(logged.client().userAgent()).startsWith("Mozilla");
    assertThat(logged.client().referer()).isNull();
    assertThat(logged.client().requestId()).isEqualTo("r-1");
    assertThat(logged.connections())
        .isEqualTo(
            new LoggedRequest.Connections(
                17,
                4,
                true,
                new LoggedRequest.Tls("TLSv1.3", "TLS_AES_128_GCM_SHA256", "example.org")));
    assertThat(logged.choice())
        .isEqualTo(
            new LoggedRequest.Choice(
                "main",
                TestConfig.POOL,
                "a",
                "b",
                "[2001:db8::9]:8080",
                ChosenBy.PLACEMENT,
                OffOwner.FULL,
                new LoggedRequest.Key("header", 0x2d06L)));
    assertThat(logged.result())
        .isEqualTo(new LoggedRequest.Result(200, 3, 42, null, EndedBy.COMPLETE, Phase.REQUEST));
    assertThat(logged.times().startMillis()).isEqualTo(1_700_000_000_123L);
    assertThat(logged.times().durationNanos()).isEqualTo(5_000);
    assertThat(logged.times().leaseNanos()).isNotNegative();
    assertThat(logged.times().firstByteNanos()).isEqualTo(-1);
    assertThat(logged.table()).isEqualTo(new LoggedRequest.Table(31, 31));
  }

  @Test
  void whatNeverWasIsLeftOut() {
    tally.begin(0, 0);
    tally.id().set(1, 2);
    tally.failed(FailureKind.NO_ROUTE);
    LoggedRequest logged = logged(new PlainRequest("/", null));

    assertThat(logged.client().requestId()).isEqualTo("00000000000000010000000000000002");
    assertThat(logged.connections()).isEqualTo(new LoggedRequest.Connections(17, 0, false, null));
    assertThat(logged.choice()).isNull();
    assertThat(logged.tries()).isEmpty();
    assertThat(logged.result().failure()).isEqualTo(FailureKind.NO_ROUTE);
  }

  @Test
  void aRouteThatAnswersByItselfHasNoPool() {
    tally.begin(0, 0);
    tally.chosen(new Choice(table.routes().get(0), null, -1, -1, ChosenBy.PLACEMENT, null, null));
    tally.tried(new AccessRecord.Try("a", "connect_refused", 1_000_000));
    LoggedRequest logged = logged(new PlainRequest("/", null));

    assertThat(logged.choice())
        .isEqualTo(new LoggedRequest.Choice("main", null, null, null, null, null, null, null));
    assertThat(logged.tries())
        .containsExactly(new AccessRecord.Try("a", "connect_refused", 1_000_000));
  }

  @Test
  void aLogThatWantsNothingIsToldNothing() {
    page.record = null;
    tally.begin(0, 0);
    tally.log(page, new PlainRequest("/", null), table, 200, EndedBy.COMPLETE, 1);
    assertThat(page.published).isZero();
  }

  @Test
  void theLogIsToldOfWhatKindTheRequestWasAndWhenItEnded() {
    assertThat(interest(200)).isEqualTo(Interest.PLAIN);
    assertThat(page.endNanos).isEqualTo(2_000 + 5_000);
    assertThat(interest(503)).isEqualTo(Interest.FAILED);
    tally.begin(0, 2_000);
    tally.failed(FailureKind.CLIENT_GONE);
    assertThat(interestOf(200)).isEqualTo(Interest.FAILED);
    tally.begin(0, 2_000);
    tally.tried(new AccessRecord.Try("a", "upstream_reset", 1));
    assertThat(interestOf(200)).isEqualTo(Interest.MOVED);
    tally.begin(0, 2_000);
    tally.chosen(choice()); // at a backend that is not the owner
    assertThat(interestOf(200)).isEqualTo(Interest.MOVED);
    assertThat(interest(404)).as("the next request").isEqualTo(Interest.PLAIN);
  }

  private @Nullable Interest interest(int status) {
    tally.begin(0, 2_000);
    return interestOf(status);
  }

  private @Nullable Interest interestOf(int status) {
    tally.log(page, new PlainRequest("/", null), table, status, EndedBy.COMPLETE, 5_000);
    return page.interest;
  }

  @Test
  void aRecordCostsTheEventLoopNoObjects() {
    Choice choice = choice();
    PlainRequest request = new PlainRequest("/a?b", null);
    Allocation.assertNone(
        i -> {
          tally.begin(i, i);
          tally.chosen(choice);
          tally.id().set("r-1");
          tally.leased(4, true, System.nanoTime());
          tally.log(page, request, table, 200, EndedBy.COMPLETE, i);
          return page.published;
        });
  }
}

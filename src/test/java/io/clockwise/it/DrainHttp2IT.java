package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.model.Drain.Then;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.telemetry.CutReason;
import io.clockwise.testkit.Http2Peer;
import io.clockwise.testkit.Http2Stream;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the drain of a backend cuts of an HTTP/2 client: those streams, and no others. */
class DrainHttp2IT extends LongStreamFixture {
  private static final Duration LONG = Duration.ofHours(1);

  private Http2Peer begin(DataPath path) throws InterruptedException {
    start(path, config -> config.speaking(null, ListenerProtocol.H2C));
    return Http2Peer.client(proxy.port());
  }

  private Http2Stream get(Http2Peer client, String target, TestBackend of)
      throws InterruptedException {
    return client.open(
        true,
        ":method",
        "GET",
        ":scheme",
        "http",
        ":path",
        target,
        ":authority",
        "t",
        "x-key",
        keyOf(of));
  }

  private Http2Stream socket(Http2Peer client, TestBackend of) throws InterruptedException {
    Http2Stream stream =
        client.open(
            false,
            ":method",
            "CONNECT",
            ":protocol",
            "websocket",
            ":scheme",
            "http",
            ":path",
            "/chat",
            ":authority",
            "t",
            "sec-websocket-version",
            "13",
            "x-key",
            keyOf(of));
    assertThat(stream.next()).contains("[:status: 200]");
    return stream;
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void thoseOfTheBackendEndAndTheOthersOfTheConnectionGoOn(DataPath path) throws Exception {
    CompletableFuture<ReceivedRequest> kept = new CompletableFuture<>();
    b.script(
        r -> {
          if (r.target().equals("/events")) {
            r.write(EVENTS + EVENT);
            kept.complete(r);
            r.awaitClose();
          } else {
            serve(r);
          }
        });
    try (Http2Peer client = begin(path)) {
      Http2Stream events = get(client, "/events", a);
      Http2Stream part = get(client, "/part", a);
      Http2Stream silent = get(client, "/silence", a);
      Http2Stream other = get(client, "/events", b);
      for (Http2Stream each : new Http2Stream[] {events, part, other}) {
        assertThat(each.next()).contains("[:status: 200]");
      }
      assertThat(events.data(9)).isEqualTo("data: 1\n\n");
      assertThat(part.data(10)).isEqualTo("0123456789");
      await().until(() -> proxy.inFlight(a) == 3);
      drainA(Then.CUT, millis(200), millis(300));
      assertThat(events.next()).isEqualTo("END");
      assertThat(events.next()).isEqualTo("CLOSED");
      assertThat(part.next()).startsWith("RST ");
      assertThat(silent.next())
          .contains("[:status: 503]", "[retry-after: 1]", "error=destination_unavailable");
      kept.get(10, TimeUnit.SECONDS).write(EVENT);
      assertThat(other.data(18)).isEqualTo("data: 1\n\n".repeat(2));
      assertThat(get(client, "/next", b).next()).contains("[:status: 200]");
      ended("/part", FailureKind.BACKEND_DRAINED);
      ended("/silence", FailureKind.BACKEND_DRAINED);
    }
    awaitCuts(CutReason.DRAIN, 1);
    awaitRest(a, b);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aWebSocketIsClosedInItsOwnTerms(DataPath path) throws Exception {
    try (Http2Peer client = begin(path)) {
      Http2Stream stream = socket(client, a);
      Http2Stream other = socket(client, b);
      awaitStreams(a, 1);
      drainA(Then.CUT, millis(200), LONG);
      assertThat(stream.data(GOES_AWAY.length())).isEqualTo(GOES_AWAY);
      stream.send(true, CLIENT_CLOSE);
      assertThat(stream.next()).isEqualTo("END");
      other.send(false, "\u0081\u0003abc");
      assertThat(other.data(5)).isEqualTo("\u0081\u0003abc");
      assertThat(ended("/chat", FailureKind.BACKEND_DRAINED).status()).isEqualTo(200);
    }
    awaitCuts(CutReason.DRAIN, 1);
    awaitRest(a, b);
  }

  /** What a client has not taken yet comes before the end, and the end behind it. */
  @ParameterizedTest
  @EnumSource(DataPath.class)
  void eventsThatWaitForTheClientComeBeforeTheEnd(DataPath path) throws Exception {
    String big = "x".repeat(60_000);
    a.script(
        r -> {
          r.write(EVENTS + Integer.toHexString(big.length()) + "\r\n" + big + "\r\n");
          r.awaitClose();
        });
    try (Http2Peer client = begin(path)) {
      Http2Stream events = get(client, "/events", a);
      assertThat(events.next()).contains("[:status: 200]");
      awaitStreams(a, 1);
      drainA(Then.CUT, Duration.ZERO, LONG);
      assertThat(events.data(big.length())).isEqualTo(big);
      assertThat(events.next()).isEqualTo("END");
    }
    awaitRest(a);
  }
}

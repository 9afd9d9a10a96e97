package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.clockwise.model.Drain;
import io.clockwise.model.Drain.Outcome;
import io.clockwise.model.Drain.Then;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.telemetry.CutReason;
import io.clockwise.telemetry.accesslog.Phase;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.WebSocketPeer;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the drain of a backend cuts of HTTP/1.1 clients, and how they see it. */
class DrainCutIT extends LongStreamFixture {
  private static final Duration LONG = Duration.ofHours(1);

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aWebSocketIsClosedWhereAFrameHasEndedOnBothSides(DataPath path) throws Exception {
    CompletableFuture<ReceivedRequest> opened = new CompletableFuture<>();
    CompletableFuture<String> close = new CompletableFuture<>();
    a.script(
        r -> {
          WebSocketPeer.accept(r, "\u0001\u007e\u0001\u0000half");
          opened.complete(r);
          close.complete(heard(r, 6 + 23).join());
          r.awaitClose();
        });
    start(path);
    try (RawClient client = socket(a);
        RawClient other = socket(b)) {
      assertThat(client.text(8)).endsWith("half");
      awaitStreams(a, 1);
      drainA(Then.CUT, millis(300), LONG);
      assertThat(close.get(10, TimeUnit.SECONDS)).isEqualTo(GOES_AWAY.substring(2));
      client.awaitSilence(100); // its own frame has not ended
      opened.get().write("x".repeat(252) + "\u0080\u0001z");
      assertThat(client.text(252)).isEqualTo("x".repeat(252));
      assertThat(client.text(GOES_AWAY.length())).isEqualTo(GOES_AWAY);
      client.send(CLIENT_CLOSE);
      opened.get().write("\u0088\u0000");
      assertThat(client.isClosed()).isTrue();
      assertThat(ended("/chat", FailureKind.BACKEND_DRAINED).status()).isEqualTo(101);
      assertAlive(other);
    }
    awaitCuts(CutReason.DRAIN, 1);
    awaitRest(a, b);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void eventsEndWellAndTheConnectionServesOn(DataPath path) throws IOException {
    start(path);
    try (RawClient client = proxy.connect()) {
      get(client, "/events", a);
      awaitStreams(a, 1);
      drainA(Then.CUT, millis(300), LONG);
      RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text()).isEqualTo("data: 1\n\n");
      assertThat(ended("/events", FailureKind.BACKEND_DRAINED).phase()).isEqualTo(Phase.ANSWER);
      await().until(() -> a.open() == 0);
      assertThat(get(client, "/next", b).answer().text()).isEqualTo("/next");
    }
    awaitCuts(CutReason.DRAIN, 1);
    assertThat(proxy.meters().loop(0).failures(FailureKind.BACKEND_DRAINED)).isZero();
    awaitRest(a, b);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void eventsWhoseEndIsThatOfTheConnectionEndWellToo(DataPath path) throws IOException {
    a.script(
        r -> {
          r.write("HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream;x=y\r\n\r\ndata: 1\n\n");
          r.awaitClose();
        });
    start(path);
    try (RawClient client = proxy.connect()) {
      get(client, "/events", a);
      awaitStreams(a, 1);
      drainA(Then.CUT, millis(200), LONG);
      assertThat(client.answer().text()).isEqualTo("data: 1\n\n");
      assertThat(get(client, "/next", b).answer().text()).isEqualTo("/next");
    }
    awaitRest(a);
  }

  @Test
  void aChunkThatIsPassedOnAsItIsEndsBeforeItsAnswer() throws Exception {
    CompletableFuture<ReceivedRequest> begun = new CompletableFuture<>();
    a.script(
        r -> {
          r.write(EVENTS + EVENT + "9\r\ndata");
          begun.complete(r);
          r.awaitClose();
        });
    start(DataPath.RELAY);
    try (RawClient client = proxy.connect()) {
      get(client, "/events", a).head();
      assertThat(client.text(EVENT.length() + 7)).isEqualTo(EVENT + "9\r\ndata");
      drainA(Then.CUT, millis(100), LONG);
      client.awaitSilence(400);
      begun.get(10, TimeUnit.SECONDS).write(": 2\n\n\r\n");
      assertThat(client.text(12)).isEqualTo(": 2\n\n\r\n0\r\n\r\n");
      assertThat(get(client, "/next", b).answer().text()).isEqualTo("/next");
    }
    awaitRest(a);
  }

  @Test
  void aChunkThatNeverEndsIsCut() throws Exception {
    a.script(
        r -> {
          r.write(EVENTS + "9\r\ndata");
          r.awaitClose();
        });
    start(DataPath.RELAY);
    try (RawClient client = proxy.connect()) {
      get(client, "/events", a).head();
      awaitStreams(a, 1);
      long began = System.nanoTime();
      drainA(Then.CUT, Duration.ZERO, LONG);
      assertThat(client.text(7)).isEqualTo("9\r\ndata");
      assertThat(client.isClosed()).isTrue();
      assertThat(System.nanoTime() - began).isGreaterThan(2_900_000_000L);
    }
    ended("/events", FailureKind.BACKEND_DRAINED);
    awaitRest(a);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void anAnswerThatIsCutHasNoEndAndNotBeforeTheHardStop(DataPath path) throws IOException {
    start(path);
    try (RawClient client = proxy.connect();
        RawClient other = proxy.connect()) {
      get(client, "/part", a);
      get(other, "/silence", b);
      await().until(() -> proxy.inFlight(a) == 1 && proxy.inFlight(b) == 1);
      long began = System.nanoTime();
      drainA(Then.CUT, millis(300), millis(400));
      assertThatThrownBy(client::answer).isInstanceOf(EOFException.class);
      assertThat(System.nanoTime() - began).isBetween(690_000_000L, 5_000_000_000L);
      assertThat(proxy.inFlight(b)).isEqualTo(1);
    }
    assertThat(ended("/part", FailureKind.BACKEND_DRAINED).status()).isEqualTo(200);
    assertThat(cuts(CutReason.DRAIN)).isZero();
    assertThat(proxy.meters().loop(0).failures(FailureKind.BACKEND_DRAINED)).isEqualTo(1);
    awaitRest(a, b);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aRequestWithoutAnAnswerGets503AndNoOtherAttempt(DataPath path) throws IOException {
    start(path);
    try (RawClient client = proxy.connect()) {
      get(client, "/silence", a);
      await().until(() -> a.requests().size() == 1);
      drainA(Then.MOVE, millis(100), millis(200));
      RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.field("retry-after")).isPresent();
      assertThat(answer.field("proxy-status")).hasValue("clockwise; error=destination_unavailable");
      assertThat(answer.text()).contains("backend_drained");
      assertThat(b.requests()).isEmpty();
      assertThat(get(client, "/next", b).answer().status()).isEqualTo(200);
    }
    assertThat(ended("/silence", FailureKind.BACKEND_DRAINED).status()).isEqualTo(503);
    awaitRest(a, b);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void whatMovesByItselfStaysUntilTheHardStopAfterTheOutcome(DataPath path) throws IOException {
    start(path);
    try (RawClient socket = socket(a);
        RawClient events = proxy.connect()) {
      get(events, "/events", a);
      awaitStreams(a, 2);
      Drain drain = drainA(Then.MOVE, Duration.ZERO, millis(1_500));
      publish(drain.ended(Outcome.EXPIRED));
      assertAlive(socket);
      await().during(millis(300)).until(() -> streams(a) == 2);
      assertAlive(socket);
      assertThat(socket.text(GOES_AWAY.length())).isEqualTo(GOES_AWAY);
      assertThat(events.answer().text()).isEqualTo("data: 1\n\n");
    }
    awaitCuts(CutReason.DRAIN, 2);
    awaitRest(a);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aDrainThatIsTakenBackLeavesAll(DataPath path) throws IOException {
    start(path);
    try (RawClient socket = socket(a)) {
      drainA(Then.CUT, Duration.ofSeconds(70), LONG);
      drainA(Then.CUT, Duration.ofSeconds(80), LONG);
      proxy.publish(config -> config);
      await().during(millis(200)).until(() -> streams(a) == 1);
      assertAlive(socket);
    }
    awaitRest(a);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void manyAreClosedOverTheSpanAndNotAtOnce(DataPath path) throws Exception {
    start(path);
    RawClient[] sockets = new RawClient[40];
    try {
      for (int i = 0; i < sockets.length; i++) {
        sockets[i] = socket(a);
      }
      awaitStreams(a, sockets.length);
      drainA(Then.CUT, millis(1_500), LONG);
      await()
          .pollInterval(millis(5))
          .until(() -> cuts(CutReason.DRAIN) > 3 && cuts(CutReason.DRAIN) < 37);
      await().until(() -> cuts(CutReason.DRAIN) == sockets.length);
    } finally {
      for (RawClient each : sockets) {
        if (each != null) {
          each.close();
        }
      }
    }
    awaitRest(a);
  }
}

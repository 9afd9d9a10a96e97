package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.Drain.Then;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.telemetry.CutReason;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestTables;
import io.clockwise.testkit.WebSocketPeer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where known sessions begin streams while a drain closes streams. */
class DrainCutSessionsIT extends LongStreamFixture {
  private static final Duration LONG = Duration.ofHours(1);
  private static final String EVENTS_WANTED = "Accept: text/html, text/event-stream\r\n";

  private void start(DataPath path, AffinityConfig affinity) {
    UnaryOperator<SessionConfig> change = session -> session.withAffinity(affinity);
    start(path, config -> config.withPool(pool -> pool.withSession(change.apply(pool.session()))));
  }

  private static String get(String target, String fields) {
    return "GET " + target + " HTTP/1.1\r\nHost: t\r\n" + fields + "\r\n";
  }

  private static String chat(String fields) {
    return WebSocketPeer.ASK.replace("Host: t\r\n", "Host: t\r\n" + fields);
  }

  private RawAnswer ask(String target, String fields) throws IOException {
    try (RawClient client = proxy.connect()) {
      return client.send(get(target, fields)).answer();
    }
  }

  private static String cookie(RawAnswer answer) {
    String set = answer.field("set-cookie").orElseThrow();
    return "Cookie: " + set.substring(0, set.indexOf(';')) + "\r\n";
  }

  /** Returns the cookie of a new session on a, while a takes new ones. */
  private String sessionOnA() throws IOException {
    return cookie(ask("/", "X-Key: " + keyOf(a) + "\r\n"));
  }

  private void assertServed(TestBackend by, String target) {
    assertThat(by.last().target()).isEqualTo(target);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void newStreamsOfSessionsGoElsewhereAndTakeTheSessionAlong(DataPath path) throws IOException {
    start(path, AffinityConfig.Cookie.DEFAULT);
    String session = sessionOnA();
    drainA(Then.CUT, Duration.ofSeconds(50), LONG); // within its last minute
    try (RawClient socket = proxy.connect();
        RawClient events = proxy.connect();
        RawClient call = proxy.connect()) {
      RawAnswer accepted = socket.send(chat(session)).head();
      assertThat(accepted.status()).isEqualTo(101);
      assertAlive(socket);
      assertServed(b, "/chat");
      assertThat(events.send(get("/events", session + EVENTS_WANTED)).head().status())
          .isEqualTo(200);
      assertServed(b, "/events");
      call.send(get("/silence", session + "Content-Type: application/grpc+proto\r\n"));
      await().until(() -> b.last().target().equals("/silence"));
      awaitStreams(b, 2);

      assertThat(ask("/plain", session).text()).isEqualTo("/plain");
      assertServed(a, "/plain");
      ask("/moved", cookie(accepted));
      assertServed(b, "/moved");
    }
    assertThat(a.requests()).hasSize(2);
    assertThat(cuts(CutReason.DRAIN)).isZero();
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void theyStayUntilStreamsAreClosedAndWithTermsThatCloseNone(DataPath path) throws IOException {
    start(path, AffinityConfig.Cookie.DEFAULT);
    String session = sessionOnA();
    drainA(Then.CUT, Duration.ofSeconds(90), LONG);
    try (RawClient socket = proxy.connect()) {
      assertThat(socket.send(chat(session)).head().status()).isEqualTo(101);
      assertServed(a, "/chat");
    }
    drainA(Then.MOVE, Duration.ofSeconds(10), LONG);
    try (RawClient events = proxy.connect()) {
      assertThat(events.send(get("/events", session + EVENTS_WANTED)).head().status())
          .isEqualTo(200);
      assertServed(a, "/events");
    }
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aKeyOfATableGoesWithItsStream(DataPath path) throws IOException {
    start(path, new AffinityConfig.Table(Duration.ofMinutes(10), 1000));
    String key = "X-Key: " + keyOf(a) + "\r\n";
    ask("/first", key);
    drainA(Then.CUT, Duration.ofSeconds(50), LONG);
    ask("/second", key);
    assertServed(a, "/second");
    try (RawClient socket = proxy.connect()) {
      assertThat(socket.send(chat(key)).head().status()).isEqualTo(101);
      assertServed(b, "/chat");
      ask("/third", key);
      assertServed(b, "/third");
    }
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void theyStayWhereNoOtherBackendIsOpen(DataPath path) throws IOException {
    start(path, AffinityConfig.Cookie.DEFAULT);
    String session = sessionOnA();
    drainA(Then.CUT, Duration.ofSeconds(50), LONG);
    proxy.publishTable(
        table -> TestTables.available(table, "b", io.clockwise.model.Availability.CLOSED));
    try (RawClient socket = proxy.connect()) {
      assertThat(socket.send(chat(session)).head().status()).isEqualTo(101);
      assertServed(a, "/chat");
    }
  }

  /** One that is cut comes back at once with its cookie, as browsers do, and is not cut again. */
  @ParameterizedTest
  @EnumSource(DataPath.class)
  void eachStreamIsCutOnce(DataPath path) throws IOException {
    start(path, AffinityConfig.Cookie.DEFAULT);
    String session = sessionOnA();
    List<RawClient> sockets = new ArrayList<>();
    List<RawClient> back = new ArrayList<>();
    try {
      for (int i = 0; i < 10; i++) {
        sockets.add(proxy.connect());
        assertThat(sockets.get(i).send(chat(session)).head().status()).isEqualTo(101);
      }
      awaitStreams(a, 10);
      Instant now = Instant.now();
      publish(TestTables.drain("d", now.minusSeconds(3600), now.plusMillis(1_500), Then.CUT, LONG));
      for (RawClient socket : sockets) {
        assertThat(socket.text(GOES_AWAY.length())).isEqualTo(GOES_AWAY);
        RawClient again = proxy.connect();
        back.add(again);
        assertThat(again.send(chat(session)).head().status()).isEqualTo(101);
      }
      awaitCuts(CutReason.DRAIN, 10);
      awaitStreams(b, 10);
      for (RawClient again : back) {
        assertAlive(again);
      }
    } finally {
      for (RawClient each : sockets) {
        each.close();
      }
      for (RawClient each : back) {
        each.close();
      }
    }
    awaitRest(a, b);
    assertThat(cuts(CutReason.DRAIN)).isEqualTo(10);
  }
}

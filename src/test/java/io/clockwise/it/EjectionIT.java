package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which backends are ejected for what requests meet there, and which are not. */
class EjectionIT extends EjectionFixture {
  private static final TestBackend.Script CUT =
      request -> {
        throw new IOException("cut");
      };

  private static TestBackend.Script answering(int status) {
    return request -> {
      request.body();
      request.answer(status, new byte[] {'x'});
    };
  }

  private static TestConfig withoutRetries(TestConfig config) {
    return config.withRetry(RetryConfig.DEFAULT.withAttempts(1));
  }

  private static TestConfig impatient(TestConfig config) {
    return config.withTimeouts(
        new TimeoutsConfig(Duration.ofSeconds(1), Duration.ofMillis(100), Duration.ofSeconds(10)));
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aDeadBackendGetsNothingForAWhileAndReturnsWithItsKeys(DataPath path) throws IOException {
    start(path);
    Map<String, String> before = owners();
    List<String> lost = keysOf(before, "a");
    int port = backends.get("a").port();
    backends.get("a").close();
    assertThat(askAll(lost, 6)).containsOnly(200); // the next candidate answers
    assertThat(ejected()).containsExactly("a");
    assertThat(health("a").reason())
        .matches(
            "ejected until \\d\\d:\\d\\d:\\d\\dZ: \\d+ failures in a row from \\d keys, the last"
                + " one: connection refused");
    awaitOpen("a", false);
    long given = meters("a").requests();
    Map<String, String> meanwhile = owners();
    assertThat(meters("a").requests()).isEqualTo(given);
    before.forEach(
        (key, owner) -> {
          if (owner.equals("a")) {
            assertThat(meanwhile.get(key)).isNotEqualTo("a");
          } else {
            assertThat(meanwhile.get(key)).isEqualTo(owner);
          }
        });
    watch();
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> health("a").reason().startsWith("ejected until it accepts connections: "));
    assertThat(meters("a").requests()).isEqualTo(given);
    backends.put("a", TestBackend.at("a", port));
    awaitOpen("a", true);
    assertThat(owners()).isEqualTo(before);
    assertThat(ejections("a")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void whatFailsAgainAfterItsReturnIsEjectedSoonerAndLonger(DataPath path) throws IOException {
    start(path, RULE, EjectionIT::withoutRetries);
    List<String> lost = keysOf(owners(), "a");
    backends.get("a").script(CUT);
    askAll(lost, 5);
    assertThat(ejected()).containsExactly("a");
    awaitOpen("a", false);
    look(Duration.ofSeconds(1));
    awaitOpen("a", true); // it accepts connections
    assertThat(ejected()).isEmpty();
    ask(lost.get(0));
    assertThat(ejected()).isEmpty();
    ask(lost.get(1));
    assertThat(ejected()).containsExactly("a");
    look(Duration.ofMillis(1_500));
    assertThat(ejected()).containsExactly("a"); // two seconds this time
    assertThat(ejections("a")).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void resetsEject(DataPath path) throws IOException {
    start(path);
    List<String> lost = keysOf(owners(), "b");
    backends.get("b").script(request -> request.reset());
    assertThat(askAll(lost, 6)).containsOnly(200);
    assertThat(ejected()).containsExactly("b");
    assertThat(health("b").reason()).endsWith("connection closed");
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void resetsBehindTheAcceptEject(DataPath path) throws IOException {
    ExecutorService acceptor = Executors.newSingleThreadExecutor();
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      acceptor.execute(
          () -> {
            while (!server.isClosed()) {
              try (Socket socket = server.accept()) {
                socket.setSoLinger(true, 0);
              } catch (IOException closed) {
                return;
              }
            }
          });
      start(
          path,
          RULE,
          config -> {
            List<BackendConfig> all = new ArrayList<>(config.backends());
            BackendAddress there = new BackendAddress("127.0.0.1", server.getLocalPort());
            all.add(new BackendConfig("x", there, 1, AdminState.READY));
            return config.withBackends(all);
          });
      assertThat(askAll(keys(KEYS), KEYS)).containsOnly(200);
      ejected();
      assertThat(health("x").ejected()).isTrue();
    } finally {
      acceptor.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void silenceEjects(DataPath path) throws IOException {
    start(path, RULE, EjectionIT::impatient);
    List<String> lost = keysOf(owners(), "c");
    backends.get("c").script(request -> request.awaitClose());
    assertThat(askAll(lost, 5)).containsOnly(504);
    assertThat(ejected()).containsExactly("c");
    assertThat(health("c").reason()).endsWith("no answer in time");
    awaitOpen("c", false);
    assertThat(askAll(lost, 5)).containsOnly(200);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void answersThatAreCutEject(DataPath path) throws IOException {
    start(path);
    List<String> lost = keysOf(owners(), "a");
    backends
        .get("a")
        .script(
            request -> {
              request.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
              throw new IOException("cut");
            });
    for (int i = 0; i < 5; i++) {
      try (RawClient client = proxy.connect()) {
        client.send(get(lost.get(i % 4))).head();
        client.exactly(3);
        assertThat(client.isClosed()).isTrue();
      }
    }
    assertThat(ejected()).containsExactly("a");
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void whoSaysThatItCannotServeIsBelieved(DataPath path) throws IOException {
    start(path);
    Map<String, String> owners = owners();
    int[] refusals = {502, 503, 504};
    List<String> lost = keysOf(owners, "a");
    for (int i = 0; i < 5; i++) {
      backends.get("a").script(answering(refusals[i % 3]));
      assertThat(ask(lost.get(i % 4)).status()).isEqualTo(refusals[i % 3]);
    }
    assertThat(ejected()).containsExactly("a");
    assertThat(health("a").reason()).endsWith("answer 503");
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void otherAnswersDoNotEject(DataPath path) throws IOException {
    start(path);
    Map<String, String> owners = owners();
    for (int status : new int[] {500, 501, 404, 429}) {
      backends.get("a").script(answering(status));
      assertThat(askAll(keysOf(owners, "a"), 20)).containsOnly(status);
      assertThat(ejected()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void oneKeyAloneDoesNotEject(DataPath path) throws IOException {
    start(path, RULE, EjectionIT::withoutRetries);
    List<String> own = keysOf(owners(), "a");
    backends
        .get("a")
        .script(
            request -> {
              if (request.field("x-key").orElseThrow().equals(own.get(0))) {
                request.reset();
              } else {
                request.answer(200, new byte[] {'a'});
              }
            });
    assertThat(askAll(own.subList(0, 1), 60)).containsOnly(502);
    assertThat(ejected()).isEmpty();
    look(Duration.ofMillis(4_500));
    assertThat(health("a").ejected()).isFalse();
    assertThat(ask(own.get(1)).status()).isEqualTo(200);
    askAll(own.subList(0, 1), 60);
    look(Duration.ofSeconds(6)); // others were answered meanwhile
    assertThat(health("a").ejected()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void clientsThatGoDoNotEject(DataPath path) throws IOException {
    start(path);
    List<String> own = keysOf(owners(), "a");
    backends.get("a").script(request -> request.awaitClose());
    for (int i = 0; i < 12; i++) {
      int before = backends.get("a").requests().size();
      try (RawClient client = proxy.connect()) {
        client.send(get(own.get(i % 4)));
        await().until(() -> backends.get("a").requests().size() > before);
        if (i % 2 == 0) {
          client.reset();
        }
      }
    }
    await().until(() -> proxy.inFlight() == 0);
    assertThat(ejected()).isEmpty();
    assertThat(meters("a").outcomes().runs(1)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void thoseThatAreLeftStay(DataPath path) throws IOException {
    start(path);
    owners();
    for (TestBackend backend : backends.values()) {
      backend.close();
    }
    askAll(keys(KEYS), KEYS); // on connections that are just being closed, one may have been sent
    assertThat(askAll(keys(KEYS), 3 * KEYS)).containsOnly(503);
    assertThat(ejected()).hasSize(1); // 0.3 of five
  }
}

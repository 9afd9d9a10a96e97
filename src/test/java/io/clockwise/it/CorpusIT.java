package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.WireCase;
import io.clockwise.testkit.WireOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Raw requests that a proxy must survive. The cases that it does not pass are named, with the
 * reason, in {@code corpora/http1-not-passed.txt}: the list is exact in both directions.
 */
class CorpusIT {
  private static final int SILENCE_MILLIS = 80;

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private static List<String> notPassed() throws IOException {
    try (InputStream in = CorpusIT.class.getResourceAsStream("/corpora/http1-not-passed.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.substring(0, line.indexOf(':')))
          .toList();
    }
  }

  /* HTTP/2 beside it gives the connections another beginning. */
  @ParameterizedTest
  @ValueSource(strings = {"H1", "H1,H2C"})
  void exactlyTheNamedCasesDoNotPass(String protocols) throws IOException {
    ListenerProtocol[] spoken =
        Arrays.stream(protocols.split(",", -1))
            .map(ListenerProtocol::valueOf)
            .toArray(ListenerProtocol[]::new);
    proxy = TestProxy.start(TestConfig.of(backend).speaking(null, spoken));
    Map<String, List<String>> failed = new TreeMap<>();
    List<WireCase> cases = WireCase.read("/corpora/http1-adversarial.json.gz");
    for (WireCase each : cases) {
      List<String> problems = play(each).problems(each.expect());
      problems.addAll(cleanRequestProblems());
      if (!problems.isEmpty()) {
        failed.put(each.id(), problems);
      }
    }
    assertThat(cases).hasSize(44);
    assertThat(failed.keySet()).as("%s", failed).containsExactlyInAnyOrderElementsOf(notPassed());
  }

  private WireOutcome play(WireCase each) throws IOException {
    backend.requests().clear();
    backend.malformations().clear();
    backend.script(
        r -> {
          r.body();
          if (each.backend() == null) {
            r.answer(200, r.target().getBytes(StandardCharsets.ISO_8859_1));
          } else {
            r.write(each.backendBytes());
          }
        });
    List<RawAnswer> answers;
    boolean closed;
    try (RawClient client = proxy.connect()) {
      try {
        each.play(client, words());
      } catch (IOException refusedMeanwhile) {
        // the answer tells
      }
      answers = client.answers(each.expect().getInteger("count", 1), SILENCE_MILLIS);
      closed = client.patience(SILENCE_MILLIS).isClosed();
    }
    await().until(() -> proxy.inFlight() == 0);
    List<ReceivedRequest> received = new ArrayList<>(backend.requests());
    return new WireOutcome(answers, closed, received, List.copyOf(backend.malformations()));
  }

  private Map<String, String> words() {
    return Map.of(
        "@HOST@", "127.0.0.1:" + proxy.port(), "@P@", "", "@KEY@", "X-Key", "@COOKIE@", "cw");
  }

  private List<String> cleanRequestProblems() throws IOException {
    backend.script(r -> r.answer(200, r.target().getBytes(StandardCharsets.ISO_8859_1)));
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.get("/clean");
      return answer.text().equals("/clean")
          ? List.of()
          : List.of("a clean request got " + answer.statusLine() + " " + answer.text());
    }
  }
}

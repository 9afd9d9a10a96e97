package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestInstance;
import io.clockwise.testkit.WebSocketPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests of both data paths on one connection: no byte is lost, none is read twice, and answers
 * come in the order of the requests. Absolute targets and answers of routes are not relayed.
 */
@Timeout(60)
class RelayHandOverIT {
  private static final String CONFIG =
      """
      routes:
        - { match: /own, respond: { body: own } }
        - { pool: p }
      pools: { p: { backends: ["a=127.0.0.1:%d"] } }
      """;
  private static final String RELAYED = "GET /r HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final String OWN = "GET /own HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final String ABSOLUTE = "GET http://h/abs HTTP/1.1\r\nHost: h\r\n\r\n";

  @TempDir Path directory;
  private TestBackend backend;
  private TestInstance instance;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    backend.script(r -> r.answer(200, (r.target() + " " + new String(r.body())).getBytes()));
    instance = TestInstance.start(directory, CONFIG.formatted(backend.port()));
  }

  @AfterEach
  void stop() throws IOException {
    instance.close();
    backend.close();
  }

  private static List<String> texts(RawClient client, int count) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(client.answer().text());
    }
    return texts;
  }

  @Test
  void requestsOfBothPathsAlternate() throws IOException {
    try (RawClient client = instance.connect()) {
      for (int i = 0; i < 5; i++) {
        assertThat(client.send(RELAYED).answer().text()).isEqualTo("/r ");
        assertThat(client.send(OWN).answer().text()).isEqualTo("own");
        assertThat(client.send(ABSOLUTE).answer().text()).isEqualTo("/abs ");
      }
    }
  }

  @Test
  void manyInOneReadAreAnsweredInTheirOrder() throws IOException {
    StringBuilder all = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      all.append(RELAYED.replace("/r", "/r" + i)).append(OWN).append(ABSOLUTE);
      expected.addAll(List.of("/r" + i + " ", "own", "/abs "));
    }
    try (RawClient client = instance.connect()) {
      client.send(all.toString());
      assertThat(texts(client, 45)).isEqualTo(expected);
    }
  }

  @Test
  void aBodyThatLooksLikeARequestIsABody() throws IOException {
    String post =
        "POST http://h/p HTTP/1.1\r\nHost: h\r\nContent-Length: " + RELAYED.length() + "\r\n\r\n";
    String relayed = post.replace("http://h/p", "/p");
    try (RawClient client = instance.connect()) {
      client.send(post + RELAYED + relayed + RELAYED + RELAYED);
      assertThat(texts(client, 3)).containsExactly("/p " + RELAYED, "/p " + RELAYED, "/r ");
    }
    assertThat(backend.requests()).hasSize(3);
  }

  @Test
  void chunksWithExtensionsAndTrailersEndWhereTheyEnd() throws IOException {
    String chunks = "3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nT: 1\r\n\r\n";
    String head = " HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
    try (RawClient client = instance.connect()) {
      client.send("POST http://h/v" + head + chunks + RELAYED + "POST /r" + head + chunks + OWN);
      assertThat(texts(client, 4)).containsExactly("/v abcde", "/r ", "/r abcde", "own");
    }
    ReceivedRequest relayed = backend.requests().get(2);
    assertThat(relayed.trailers()).hasSize(1);
    assertThat(backend.malformations()).isEmpty();
  }

  @Test
  void bytesOfARequestMayComeOneByOne() throws IOException {
    String all =
        "POST /r HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
            + OWN
            + "POST http://h/v HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nxy"
            + RELAYED;
    try (RawClient client = instance.connect()) {
      for (char c : all.toCharArray()) {
        client.send(String.valueOf(c));
      }
      assertThat(texts(client, 4)).containsExactly("/r abc", "own", "/v xy", "/r ");
    }
  }

  @Test
  void aWebSocketFollowsRelayedRequestsInTheSameRead() throws IOException {
    backend.script(
        r -> {
          if (r.target().equals("/r")) {
            r.answer(200, "relayed".getBytes());
          } else {
            WebSocketPeer.accept(r, "hello");
            r.awaitClose();
          }
        });
    try (RawClient client = instance.connect()) {
      client.send(RELAYED + RELAYED + WebSocketPeer.ASK);
      assertThat(texts(client, 2)).containsExactly("relayed", "relayed");
      assertThat(client.head().status()).isEqualTo(101);
      assertThat(client.text(5)).isEqualTo("hello");
    }
  }

  @Test
  void oldClientsMayStay() throws IOException {
    String old = "GET /r HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
    try (RawClient client = instance.connect()) {
      assertThat(client.send(old).answer().text()).isEqualTo("/r ");
      assertThat(client.send(RELAYED).answer().text()).isEqualTo("/r ");
      assertThat(client.send(old).answer().text()).isEqualTo("/r ");
    }
  }

  @Test
  void anUpgradeThatIsNotServedLeavesTheConnectionUsable() throws IOException {
    String upgrade = "GET /r HTTP/1.1\r\nHost: h\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n";
    try (RawClient client = instance.connect()) {
      assertThat(client.send(RELAYED + upgrade + RELAYED).answer().text()).isEqualTo("/r ");
      assertThat(texts(client, 2)).containsExactly("/r ", "/r ");
    }
  }

  @Test
  void malformedHeadsBehindEitherPathEndTheConnection() throws IOException {
    for (String first : List.of(RELAYED, OWN)) {
      try (RawClient client = instance.connect()) {
        client.send(first + "GET /x HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n" + RELAYED);
        assertThat(client.answer().status()).isEqualTo(200);
        RawAnswer refused = client.answer();
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.field("connection")).hasValue("close");
        assertThat(client.isClosed()).isTrue();
      }
    }
    assertThat(backend.requests()).hasSize(1);
  }

  @Test
  void manyRequestsWaitForOneThatIsSlow() throws IOException {
    backend.script(
        r -> {
          if (r.target().equals("/slow")) {
            await().until(() -> backend.requests().size() == 1 && slowMayEnd);
          }
          r.answer(200, r.target().getBytes());
        });
    String pipelined = RELAYED.repeat(2_000); // more than is held
    try (RawClient client = instance.connect()) {
      client.send(RELAYED.replace("/r", "/slow") + pipelined);
      slowMayEnd = true;
      List<String> answers = texts(client, 2_001);
      assertThat(answers.get(0)).isEqualTo("/slow");
      assertThat(answers.subList(1, 2_001)).containsOnly("/r");
    }
  }

  private volatile boolean slowMayEnd;
}

package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.KeySource;
import io.clockwise.model.AdminState;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests reach the backend that owns their key, and answers come back. */
class ProxyForwardIT {
  private final List<TestBackend> backends = new ArrayList<>();
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    for (String id : List.of("a", "b", "c", "d")) {
      backends.add(TestBackend.start(id));
    }
    proxy = TestProxy.start(TestConfig.of(backends.toArray(TestBackend[]::new)), 2);
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    for (TestBackend backend : backends) {
      backend.close();
    }
  }

  private static String get(RawClient client, String key) throws IOException {
    return client
        .send("GET /x HTTP/1.1\r\nHost: test\r\nX-Key: " + key + "\r\n\r\n")
        .answer()
        .text();
  }

  private Map<String, String> owners(int keys) throws IOException {
    Map<String, String> owners = new HashMap<>();
    for (int i = 0; i < keys; i++) {
      try (RawClient client = proxy.connect()) {
        owners.put("k" + i, get(client, "k" + i));
      }
    }
    return owners;
  }

  @Test
  void aKeyStaysWithItsBackendOnEveryLoopAndConnection() throws IOException {
    Map<String, String> first = owners(40);
    assertThat(new HashSet<>(first.values())).containsExactlyInAnyOrder("a", "b", "c", "d");
    assertThat(owners(40)).isEqualTo(first);
    await().until(() -> proxy.inFlight() == 0);
  }

  @Test
  void theTargetAsReceivedIsAKey() throws IOException {
    proxy.publish(config -> config.withKey(new KeySource.Target(null)));
    Map<String, String> owners = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      for (String target : List.of("/x?" + i, "http://test/x?" + i)) {
        String owner = target(target);
        assertThat(target(target)).isEqualTo(owner);
        owners.put(target, owner);
      }
    }
    assertThat(new HashSet<>(owners.values())).containsExactlyInAnyOrder("a", "b", "c", "d");
    assertThat(owners.keySet().stream().filter(target -> target.startsWith("/")))
        .as("the absolute form is another key")
        .anyMatch(target -> !owners.get(target).equals(owners.get("http://test" + target)));
  }

  private String target(String target) throws IOException {
    try (RawClient client = proxy.connect()) {
      return client.send("GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n").answer().text();
    }
  }

  @Test
  void aDrainedBackendIsWalkedPastAndItsKeysComeBack() throws IOException {
    Map<String, String> before = owners(40);
    proxy.publish(config -> config.withState("b", AdminState.DRAIN));
    Map<String, String> during = owners(40);
    proxy.publish(config -> config.withState("b", AdminState.READY));
    assertThat(during.values()).doesNotContain("b");
    before.forEach(
        (key, owner) -> {
          if (!owner.equals("b")) {
            assertThat(during.get(key)).isEqualTo(owner);
          }
        });
    assertThat(owners(40)).isEqualTo(before);
  }

  @Test
  void requestsOfOneConnectionShareConnectionsToABackend() throws IOException {
    try (RawClient client = proxy.connect()) {
      for (int i = 0; i < 20; i++) {
        assertThat(get(client, "same")).isEqualTo(get(client, "same"));
      }
    }
    assertThat(backends.stream().mapToInt(TestBackend::accepted).sum()).isEqualTo(1);
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws IOException {
    try (RawClient client = proxy.connect()) {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < 10; i++) {
        all.append("POST /p" + i + " HTTP/1.1\r\nHost: test\r\nX-Key: " + i);
        all.append("\r\nContent-Length: 2\r\n\r\n#" + i);
      }
      backends.forEach(b -> b.script(r -> r.answer(200, r.body(), "X-Target: " + r.target())));
      client.send(all.toString());
      for (int i = 0; i < 10; i++) {
        RawAnswer answer = client.answer();
        assertThat(answer.text()).isEqualTo("#" + i);
        assertThat(answer.field("x-target")).hasValue("/p" + i);
      }
    }
  }

  @Test
  void theTargetGoesThroughByteForByte() throws IOException {
    String target = "/a%2Fb//c;d=1/%7e?q=%zz&x[]=1|2&u=http://h/../y";
    try (RawClient client = proxy.connect()) {
      assertThat(client.get(target).status()).isEqualTo(200);
    }
    assertThat(received().target()).isEqualTo(target);
  }

  private ReceivedRequest received() {
    return backends.stream()
        .flatMap(backend -> backend.requests().stream())
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  @Test
  void aGetWithoutBodyStaysWithoutBody() throws IOException {
    try (RawClient client = proxy.connect()) {
      client.get("/x");
    }
    assertThat(received().field("transfer-encoding")).isEmpty();
    assertThat(received().field("content-length")).isEmpty();
  }

  @Test
  void aHeadRequestGetsTheHeadOnly() throws IOException {
    try (RawClient client = proxy.connect()) {
      RawAnswer head = client.send("HEAD /x HTTP/1.1\r\nHost: test\r\n\r\n").headAnswer();
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.field("content-length")).hasValue("1");
      assertThat(client.get("/x").status()).isEqualTo(200);
    }
  }

  @Test
  void answersWithoutBodyKeepTheConnection() throws IOException {
    for (int status : new int[] {204, 304}) {
      backends.forEach(
          b -> b.script(r -> r.write("HTTP/1.1 " + status + " X\r\nETag: \"1\"\r\n\r\n")));
      try (RawClient client = proxy.connect()) {
        RawAnswer answer = client.get("/x");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.field("etag")).hasValue("\"1\"");
        assertThat(answer.field("content-length")).isEmpty();
        assertThat(answer.field("transfer-encoding")).isEmpty();
        assertThat(client.get("/y").status()).isEqualTo(status);
      }
    }
  }

  @Test
  void anHttp10ClientIsServedItsWay() throws IOException {
    backends.forEach(
        b ->
            b.script(
                r ->
                    r.write(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "3\r\nabc\r\n0\r\n\r\n")));
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.send("GET /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").answer();
      assertThat(answer.text()).isEqualTo("abc");
      assertThat(answer.field("transfer-encoding")).isEmpty();
      assertThat(answer.field("connection")).hasValue("close");
    }
    assertThat(received().field("host")).isPresent();
  }

  @Test
  void trailersAreSentBehindTheBody() throws IOException {
    backends.forEach(
        b ->
            b.script(
                r ->
                    r.write(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                            + "3\r\nabc\r\n0\r\nX-Sum: 6\r\nContent-Length: 9\r\n\r\n")));
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.get("/x");
      assertThat(answer.text()).isEqualTo("abc");
      assertThat(answer.field("x-sum")).hasValue("6");
      assertThat(answer.field("content-length")).isEmpty();
    }
  }

  @Test
  void interimAnswersArePassedOn() throws IOException {
    backends.forEach(
        b ->
            b.script(
                r -> {
                  r.write("HTTP/1.1 103 Early Hints\r\nLink: </s.css>\r\n\r\n");
                  r.write("HTTP/1.1 100 Continue\r\n\r\n");
                  r.answer(200, r.body());
                }));
    try (RawClient client = proxy.connect()) {
      client.send(
          "POST /x HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
      RawAnswer hints = client.answer();
      assertThat(hints.status()).isEqualTo(103);
      assertThat(hints.field("link")).hasValue("</s.css>");
      assertThat(client.answer().status()).isEqualTo(100);
      assertThat(client.send("abc").answer().text()).isEqualTo("abc");
    }
    assertThat(received().field("expect")).hasValue("100-continue");
  }

  @Test
  void theRecordOfARequestTellsItsWay() throws IOException {
    try (RawClient client = proxy.connect()) {
      client
          .send("PUT /x?y HTTP/1.1\r\nHost: Test:80\r\nX-Key: k\r\nContent-Length: 3\r\n\r\nabc")
          .answer();
    }
    await().until(() -> proxy.records().size() == 1);
    var record = proxy.records().get(0);
    assertThat(record.line().toString()).contains("PUT", "/x?y", "HTTP/1.1", "host=test]");
    assertThat(record.result().requestBytes()).isEqualTo(3);
    assertThat(record.result().responseBytes()).isEqualTo(1);
    assertThat(record.choice().backend()).isEqualTo(record.choice().owner()).isNotNull();
    assertThat(record.choice().key().source()).isEqualTo("header");
    assertThat(record.choice().key().hash()).isNotZero();
    assertThat(record.times().firstByteNanos()).isGreaterThan(record.times().leaseNanos());
    assertThat(record.client().requestId()).isEqualTo(received().field("x-request-id").get());
  }
}

package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a route answers without a backend: redirects, own answers, refusals. */
@Timeout(60)
class RouteAnswerIT {
  private static final String ROUTES =
      """
      trustedProxies: [127.0.0.0/8]
      routes:
        - { match: "/old/**", redirect: { to: "https://{host}/new{path}{query}", status: 301 } }
        - { match: { hosts: [plain.example] }, redirect: https }
        - { match: /robots.txt, respond: { file: robots.txt } }
        - match: /down
          respond: { status: 503, body: "tea time" }
          headers: { response: { set: { Retry-After: "120" }, remove: [Date] } }
        - { match: /empty, respond: { status: 204 } }
        - { match: "/inner/**", pool: p, allow: [10.0.0.0/8], deny: [10.9.0.0/16] }
        - { match: "/small/**", pool: p, limits: { body: 10B } }
        - { match: { path: "/v/**", headers: { X-Version: "2" } }, respond: { body: two } }
        - { pool: p }
      pools: { p: { backends: ["a=127.0.0.1:%d"] } }
      """;

  @TempDir Path directory;
  private TestBackend backend;
  private TestInstance instance;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    Files.writeString(directory.resolve("robots.txt"), "User-agent: *\n");
    instance = TestInstance.start(directory, ROUTES.formatted(backend.port()));
  }

  @AfterEach
  void stop() throws IOException {
    instance.close();
    backend.close();
  }

  private RawAnswer get(String target, String... fields) throws IOException {
    try (RawClient client = instance.connect()) {
      return client.send(request("GET " + target, fields)).answer();
    }
  }

  private static String request(String line, String... fields) {
    String more = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
    return line + " HTTP/1.1\r\nHost: Shop.example:81\r\n" + more + "\r\n";
  }

  @Test
  void aRedirectNamesThePlaceWithTheRequestsParts() throws IOException {
    RawAnswer moved = get("/old//a%20b?x=1&y");
    assertThat(moved.status()).isEqualTo(301);
    assertThat(moved.field("location")).hasValue("https://shop.example/new/old//a%20b?x=1&y");
    assertThat(moved.field("content-length")).hasValue("0");
    assertThat(moved.field("date")).isPresent();
    try (RawClient client = instance.connect()) {
      RawAnswer plain = client.send("GET / HTTP/1.1\r\nHost: plain.example\r\n\r\n").answer();
      assertThat(plain.status()).isEqualTo(308);
      assertThat(plain.field("location")).hasValue("https://plain.example/");
      assertThat(client.get("/").status()).as("the connection goes on").isEqualTo(200);
    }
    assertThat(backend.requests()).hasSize(1);
  }

  @Test
  void aRequestWithoutAHostCannotBeSentToOne() throws IOException {
    try (RawClient client = instance.connect()) {
      RawAnswer refused = client.send("GET /old/x HTTP/1.0\r\n\r\n").answer();
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.field("location")).isEmpty();
    }
  }

  @Test
  void anAnswerHasItsStatusItsBodyAndItsFields() throws IOException {
    RawAnswer file = get("/robots.txt");
    assertThat(file.status()).isEqualTo(200);
    assertThat(file.text()).isEqualTo("User-agent: *\n");
    assertThat(file.field("content-type")).hasValue("text/plain; charset=utf-8");
    RawAnswer down = get("/down");
    assertThat(down.statusLine()).isEqualTo("HTTP/1.1 503 Service Unavailable");
    assertThat(down.text()).isEqualTo("tea time");
    assertThat(down.field("retry-after")).hasValue("120");
    assertThat(down.field("date")).isEmpty();
    assertThat(get("/v/1", "X-Version: 2").text()).isEqualTo("two");
    assertThat(get("/v/1", "X-Version: 3").text()).isEqualTo("a");
    try (RawClient client = instance.connect()) {
      RawAnswer head = client.send(request("HEAD /robots.txt")).headAnswer();
      assertThat(head.field("content-length")).hasValue("14");
      RawAnswer empty = client.send(request("GET /empty")).answer();
      assertThat(empty.status()).isEqualTo(204);
      assertThat(empty.field("content-length")).isEmpty();
      assertThat(client.send(request("GET /down")).answer().status()).isEqualTo(503);
    }
  }

  @Test
  void aChangedFileIsSentAfterAReload() throws IOException {
    Files.writeString(directory.resolve("robots.txt"), "Disallow: /\n");
    assertThat(get("/robots.txt").text()).isEqualTo("User-agent: *\n");
    assertThat(instance.reload(ROUTES.formatted(backend.port())).status()).isEqualTo(200);
    assertThat(get("/robots.txt").text()).isEqualTo("Disallow: /\n");
    Files.delete(directory.resolve("robots.txt"));
    assertThat(instance.reload(ROUTES.formatted(backend.port())).text())
        .contains("routes[2].respond.file", "it does not exist");
    assertThat(get("/robots.txt").text()).isEqualTo("Disallow: /\n");
  }

  @Test
  void onlyAllowedClientsAreServed() throws IOException {
    assertThat(get("/inner/x", "X-Forwarded-For: 10.1.2.3").status()).isEqualTo(200);
    for (String client : new String[] {"10.9.2.3", "192.0.2.1"}) {
      RawAnswer denied = get("/inner/x", "X-Forwarded-For: " + client);
      assertThat(denied.status()).isEqualTo(403);
      assertThat(denied.field("proxy-status")).hasValue("clockwise; error=http_request_denied");
      assertThat(denied.text()).contains("access_denied");
    }
    assertThat(backend.requests()).hasSize(1);
  }

  @Test
  void aBodyThatIsAnnouncedTooLongIsRefusedAtOnce() throws IOException {
    try (RawClient client = instance.connect()) {
      client.send(request("POST /small/x", "Content-Length: 10") + "0123456789");
      assertThat(client.answer().status()).isEqualTo(200);
      client.send(request("POST /small/x", "Content-Length: 11", "Expect: 100-continue"));
      RawAnswer refused = client.answer();
      assertThat(refused.status()).isEqualTo(413);
      assertThat(refused.text()).contains("body_too_large");
    }
    assertThat(backend.requests()).hasSize(1);
  }

  @Test
  void theLogNamesTheRouteAndNoPool() throws IOException {
    assertThat(get("/old/x").status()).isEqualTo(301);
    Path log = directory.resolve("access.log");
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(Files.readString(log))
                    .contains("\"status\":301", "\"route\":\"route-1\"", "\"endedBy\":\"complete\"")
                    .doesNotContain("\"pool\"", "\"chosenBy\""));
  }
}

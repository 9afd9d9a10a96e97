package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.clockwise.config.AffinityConfig.Cookie;
import io.clockwise.config.CertificateConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.SessionConfig;
import io.clockwise.config.TlsConfig;
import io.clockwise.model.CidrBlock;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.affinity.Ties;
import io.clockwise.telemetry.hot.HotKeys;
import io.clockwise.testkit.LoggedRequest;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestAffinity;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestRoutes;
import io.clockwise.testkit.TlsClient;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The affinity cookie over TLS, HTTP/2 and WebSocket, and over several pools of a route. */
@Timeout(60)
class ProxyCookieFormsIT extends CookieFixture {
  @TempDir private Path directory;

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  private static MultiMap http2(int port, String... fields) {
    Vertx vertx = Vertx.vertx();
    try {
      HttpClientOptions options =
          new HttpClientOptions()
              .setProtocolVersion(HttpVersion.HTTP_2)
              .setHttp2ClearTextUpgrade(false);
      HttpClientAgent client = vertx.createHttpClient(options); // a lost one closes itself
      HttpClientResponse answer =
          await(
              client
                  .request(HttpMethod.GET, port, "127.0.0.1", "/")
                  .compose(
                      request -> {
                        for (int i = 0; i < fields.length; i += 2) {
                          request.headers().add(fields[i], fields[i + 1]);
                        }
                        return request.send();
                      }));
      MultiMap all = answer.headers().add("x-status", String.valueOf(answer.statusCode()));
      await(client.close());
      return all;
    } finally {
      await(vertx.close());
    }
  }

  @Test
  void crumbsAreOneField() throws IOException {
    begin(Cookie.DEFAULT, "a", "b", "c");
    proxy.publish(c -> c.speaking(null, ListenerProtocol.H1, ListenerProtocol.H2C));
    MultiMap first = http2(proxy.port());
    assertThat(first.getAll("set-cookie")).singleElement().asString().startsWith("cw=v1.");
    assertThat(first.getAll("cache-control")).containsExactly("private");
    int before = backend("b").requests().size();
    MultiMap answer =
        http2(proxy.port(), "cookie", "a=1", "cookie", made("b"), "cookie", "c=\"3\"");
    assertThat(answer.get("x-status")).isEqualTo("200");
    assertThat(answer.contains("set-cookie")).isFalse();
    assertThat(backend("b").requests()).hasSize(before + 1);
    assertThat(backend("b").last().fields("cookie")).containsExactly("a=1; c=\"3\"");
    http2(proxy.port(), "cookie", made("b"));
    assertThat(backend("b").last().fields("cookie")).isEmpty();
  }

  @Test
  void answersOverHttp2DoNotSayThatASessionEnds() throws IOException {
    begin(Cookie.DEFAULT, "a");
    proxy.publish(c -> c.speaking(null, ListenerProtocol.H1, ListenerProtocol.H2C));
    backend("a").script(request -> request.answer(200, new byte[1], "Clockwise-Forget: 1"));
    MultiMap answer = http2(proxy.port(), "cookie", made("a"));
    assertThat(answer.contains("clockwise-forget")).isFalse();
    assertThat(answer.get("set-cookie")).startsWith("cw=; Path=/; Max-Age=0;");
  }

  @Test
  void overTlsItIsSecure() throws IOException {
    begin(Cookie.DEFAULT, "a", "b");
    CertificateConfig pair = new TestAuthority(directory).write("one.test");
    TlsConfig tls =
        new TlsConfig(List.of(pair), TlsConfig.Version.V1_2, TlsConfig.ClientAuth.NONE, null);
    proxy.publish(c -> c.speaking(tls, ListenerProtocol.H1));
    Awaitility.await()
        .ignoreExceptionsInstanceOf(IOException.class) // the listener is being opened anew
        .untilAsserted(
            () -> {
              try (RawClient client = TlsClient.plain().open(proxy.port())) {
                assertThat(client.get("/").field("set-cookie").orElseThrow())
                    .endsWith("; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax; Secure");
              }
            });
  }

  @Test
  void aTrustedPeerTellsTheSchemeOfItsClient() throws IOException {
    begin(Cookie.DEFAULT, "a");
    assertThat(ask("X-Forwarded-Proto: https").field("set-cookie").orElseThrow())
        .endsWith("SameSite=Lax");
    proxy.publish(TestConfig::trustingLoopback);
    assertThat(CidrBlock.parse("127.0.0.0/8")).isPresent();
    assertThat(ask("X-Forwarded-Proto: https").field("set-cookie").orElseThrow())
        .endsWith("; Secure");
    assertThat(ask("X-Forwarded-Proto: http").field("set-cookie").orElseThrow())
        .endsWith("SameSite=Lax");
  }

  @Test
  void anUpgradeNamesItsBackend() throws IOException {
    begin(Cookie.DEFAULT, "a", "b");
    backends.forEach(
        each ->
            each.script(
                request -> {
                  request.write(
                      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n"
                          + "Upgrade: websocket\r\nSec-WebSocket-Accept: "
                          + accept(request.field("sec-websocket-key").orElseThrow())
                          + "\r\n\r\n");
                  request.awaitClose();
                }));
    String[] handshake = {
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    };
    try (RawClient client = proxy.connect()) {
      client.send("GET / HTTP/1.1\r\nHost: test\r\n" + String.join("\r\n", handshake) + "\r\n\r\n");
      RawAnswer answer = client.head();
      assertThat(answer.status()).isEqualTo(101);
      assertThat(answer.field("set-cookie").orElseThrow()).startsWith("cw=v1.");
    }
    int before = backend("b").requests().size();
    try (RawClient client = proxy.connect()) {
      client.send(
          "GET / HTTP/1.1\r\nHost: test\r\nCookie: "
              + made("b")
              + "\r\n"
              + String.join("\r\n", handshake)
              + "\r\n\r\n");
      RawAnswer answer = client.head();
      assertThat(answer.status()).isEqualTo(101);
      assertThat(answer.field("set-cookie")).isEmpty();
    }
    assertThat(backend("b").requests()).hasSize(before + 1);
    assertThat(backend("b").last().field("cookie")).isEmpty();
  }

  private static String accept(String key) {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-1")
                  .digest(
                      (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                          .getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /* The pool under two names. */
  private RoutingTable split(RoutingTable table) {
    PoolSnapshot made = table.pools().get(TestConfig.POOL);
    Map<String, PoolSnapshot> pools = Map.of("p", renamed(made, "p"), "q", renamed(made, "q"));
    CompiledRoute route =
        CompiledRoute.of(
            TestRoutes.of(
                "{ key: { header: X-Key }, pools: [{ pool: p, weight: 50 }, { pool: q, weight: 50"
                    + " }] }"),
            pools);
    return new RoutingTable(table.epoch(), table.revision(), table.config(), List.of(route), pools);
  }

  private PoolSnapshot renamed(PoolSnapshot of, String name) {
    List<PoolSnapshot.Slot> slots = IntStream.range(0, of.size()).mapToObj(of::slot).toList();
    return new PoolSnapshot(
        name,
        of.revision(),
        of.config(),
        of.placement(),
        slots,
        new Ties(
            TestAffinity.of(name, of.config(), slots, proxy.meters(), InstantSource.system()),
            HotKeys.NONE));
  }

  @Test
  void oneCookieNamesThePoolAndTheBackend() throws IOException {
    begin(Cookie.DEFAULT, "a", "b", "c");
    proxy.publishTable(this::split);
    for (int i = 0; i < 10; i++) {
      RawAnswer first = ask("X-Key: user" + i);
      String cookie = pair(first.field("set-cookie").orElseThrow());
      LoggedRequest.Choice choice = choice(2 * 3 * i);
      for (int j = 0; j < 5; j++) { // whatever the key says
        RawAnswer next = ask("X-Key: other" + 10 * i + j, "Cookie: " + cookie);
        assertThat(next.text()).isEqualTo(first.text());
        assertThat(next.fields("set-cookie")).isEmpty();
        assertThat(choice(2 * 3 * i + j + 1).pool()).isEqualTo(choice.pool());
      }
    }
    assertThat(proxy.records().stream().map(each -> each.choice().pool()).distinct())
        .containsExactlyInAnyOrder("p", "q");
  }

  private LoggedRequest.Choice choice(int number) {
    Awaitility.await().until(() -> proxy.records().size() > number);
    return proxy.records().get(number).choice();
  }

  @Test
  void aPoolWithoutAffinityHandsCookiesOn() throws IOException {
    begin(Cookie.DEFAULT, "a");
    String cookie = made("a");
    proxy.publish(c -> c.withPool(pool -> pool.withSession(SessionConfig.DEFAULT)));
    RawAnswer answer = with(cookie);
    assertThat(answer.fields("set-cookie")).isEmpty();
    assertThat(backend("a").last().field("cookie")).contains(cookie);
    assertThatCode(() -> ask("Cookie: ")).doesNotThrowAnyException();
  }
}

package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ExplainConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.SecretFile;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.ChosenBy;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.route.RoutingTable;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The fields by which a request asks how it is decided, and names its backend. */
@Timeout(60)
class ProxyExplainIT {
  private static final String TOKEN = "a-token-of-16-chars";
  private static final String ASK = "Clockwise-Explain: " + TOKEN;

  private final List<TestBackend> backends = new ArrayList<>();
  private TestProxy proxy;

  private void start(DataPath path, UnaryOperator<TestConfig> change) throws IOException {
    for (String id : List.of("a", "b", "c")) {
      backends.add(TestBackend.start(id));
    }
    TestConfig config =
        TestConfig.of(backends.toArray(TestBackend[]::new))
            .speaking(null, ListenerProtocol.H1, ListenerProtocol.H2C);
    proxy = TestProxy.start(change.apply(config), 1, path);
    proxy.publishTable(table -> explained(table, new SecretFile(Path.of("t"), TOKEN)));
  }

  private void start(DataPath path) throws IOException {
    start(path, config -> config);
  }

  private static RoutingTable explained(RoutingTable table, SecretFile token) {
    ClockwiseConfig c = table.config();
    ClockwiseConfig config =
        new ClockwiseConfig(
            c.instance(),
            c.listeners(),
            c.trustedProxies(),
            c.forwarded(),
            c.admin(),
            c.probes(),
            c.stateDir(),
            new ExplainConfig(token),
            c.transport(),
            c.limits(),
            c.shutdown(),
            c.accessLog(),
            c.routes(),
            c.pools());
    return new RoutingTable(table.epoch(), table.revision(), config, table.routes(), table.pools());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    for (TestBackend backend : backends) {
      backend.close();
    }
  }

  private RawAnswer ask(String... fields) throws IOException {
    try (RawClient client = proxy.connect()) {
      StringBuilder request = new StringBuilder("GET / HTTP/1.1\r\nHost: test\r\n");
      for (String field : fields) {
        request.append(field).append("\r\n");
      }
      return client.send(request.append("\r\n").toString()).answer();
    }
  }

  private static String told(RawAnswer answer) {
    return answer.field("clockwise-explanation").orElse("");
  }

  private void assertNothingSeen() {
    for (TestBackend backend : backends) {
      assertThat(backend.requests())
          .allSatisfy(
              request ->
                  assertThat(request.rawHead().toLowerCase(Locale.ROOT))
                      .doesNotContain("clockwise-explain", "clockwise-backend", TOKEN));
    }
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void whoHasTheTokenIsTold(DataPath path) throws IOException {
    start(path);
    String owner = ask("X-Key: k1").text();
    RawAnswer answer = ask(ASK, "X-Key: k1");

    assertThat(answer.text()).isEqualTo(owner);
    assertThat(told(answer))
        .matches(
            ("route=main, pool=test, key=header/[0-9a-f]{16}, owner=%1$s, chosen=%1$s,"
                    + " chosenBy=placement, candidates=%1$s, attempts=%1$s, revision=2, epoch=2")
                .formatted(owner));
    assertNothingSeen();
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void nobodyElseIsToldOrChooses(DataPath path) throws IOException {
    start(path);
    String owner = ask("X-Key: k1").text();
    String other = owner.equals("a") ? "b" : "a";
    for (String token : List.of("", "wrong", TOKEN + "x", TOKEN + ", " + TOKEN)) {
      RawAnswer answer =
          ask("CLOCKWISE-EXPLAIN: " + token, "Clockwise-Backend: " + other, "X-Key: k1");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text()).isEqualTo(owner);
      assertThat(told(answer)).isEmpty();
    }
    assertThat(told(ask("Clockwise-Backend: " + other, "X-Key: k1"))).isEmpty();
    assertThat(told(ask(ASK, ASK, "X-Key: k1"))).as("twice is no token").isEmpty();
    proxy.publish(config -> config); // without a token, nobody has it
    RawAnswer off = ask(ASK, "Clockwise-Backend: " + other, "X-Key: k1");
    assertThat(off.text()).isEqualTo(owner);
    assertThat(told(off)).isEmpty();
    assertNothingSeen();
    int requests = 8;
    await().until(() -> proxy.records().size() == requests);
    assertThat(proxy.relayed()).isEqualTo(path == DataPath.RELAY ? requests : 0);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void theNamedBackendIsChosen(DataPath path) throws IOException {
    start(path);
    String owner = ask("X-Key: k1").text();
    for (String id : List.of("a", "b", "c")) {
      RawAnswer answer = ask(ASK, "Clockwise-Backend: " + id, "X-Key: k1");
      assertThat(answer.text()).isEqualTo(id);
      assertThat(told(answer))
          .contains("owner=" + owner, "chosen=" + id + ", chosenBy=override", "attempts=" + id)
          .doesNotContain("offOwner=drain", "offOwner=down");
    }
    RawAnswer keyless = ask(ASK, "Clockwise-Backend: c");
    assertThat(keyless.text()).isEqualTo("c");
    await().until(() -> proxy.records().size() == 5);
    assertThat(proxy.records().get(4).choice().chosenBy()).isEqualTo(ChosenBy.OVERRIDE);
    assertNothingSeen();
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void noneInMaintenanceAndNoneThatIsNotThere(DataPath path) throws IOException {
    start(path, config -> config.withState("a", AdminState.MAINT).withState("b", AdminState.DRAIN));

    RawAnswer maint = ask(ASK, "Clockwise-Backend: a", "X-Key: k1");
    assertThat(maint.text()).isEqualTo("c");
    assertThat(told(maint)).contains("override=ignored(maint)", "chosenBy=placement");
    RawAnswer unknown = ask(ASK, "Clockwise-Backend: nope", "X-Key: k1");
    assertThat(told(unknown)).contains("override=ignored(unknown)");
    RawAnswer drained = ask(ASK, "Clockwise-Backend: b", "X-Key: k1");
    assertThat(drained.text()).as("a drain that goes on").isEqualTo("b");
    assertThat(told(drained)).contains("chosenBy=override");
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void theNamedOneAnswersOrNobody(DataPath path) throws IOException {
    start(path);
    backends.get(1).close();

    RawAnswer failed = ask(ASK, "Clockwise-Backend: b", "X-Key: k1");
    assertThat(failed.status()).isEqualTo(503);
    assertThat(told(failed)).contains("chosen=b", "attempts=b(connect_refused)");
    for (int i = 0; i < 20; i++) {
      RawAnswer next = ask(ASK, "X-Key: k" + i);
      assertThat(next.status()).isEqualTo(200);
      if (told(next).contains("owner=b")) {
        assertThat(told(next))
            .contains("chosen=" + next.text(), "offOwner=retry", "attempts=b(connect_refused),");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aSessionDoesNotFollow(DataPath path) throws IOException {
    start(
        path,
        config ->
            config.withPool(
                pool ->
                    pool.withSession(
                        SessionConfig.DEFAULT.withAffinity(AffinityConfig.Cookie.DEFAULT))));

    assertThat(ask(ASK, "Clockwise-Backend: b").fields("set-cookie")).isEmpty();
    RawAnswer usual = ask(ASK);
    assertThat(usual.fields("set-cookie")).hasSize(1);
    assertThat(told(usual)).contains("cookie=none");
    String cookie = usual.field("set-cookie").orElseThrow().split(";")[0];
    RawAnswer known = ask(ASK, "Cookie: " + cookie);
    assertThat(told(known)).contains("cookie=valid", "chosenBy=cookie");
    assertThat(known.text()).isEqualTo(usual.text());
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void theSameOverHttp2(DataPath path) throws Exception {
    start(path);
    Vertx vertx = Vertx.vertx();
    try {
      for (String id : List.of("a", "b", "c")) {
        MultiMap fields = overHttp2(vertx, TOKEN, id);
        assertThat(fields.get("x-served")).isEqualTo(id);
        assertThat(fields.get("clockwise-explanation"))
            .contains("chosen=" + id, "chosenBy=override");
      }
      assertThat(overHttp2(vertx, "wrong", "b").contains("clockwise-explanation")).isFalse();
      assertNothingSeen();
    } finally {
      vertx.close();
    }
  }

  private MultiMap overHttp2(Vertx vertx, String token, String id) throws Exception {
    for (TestBackend backend : backends) {
      backend.script(request -> request.answer(200, new byte[0], "X-Served: " + backend.id()));
    }
    return vertx
        .createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false))
        .request(HttpMethod.GET, proxy.port(), "127.0.0.1", "/")
        .compose(
            request ->
                request
                    .putHeader("clockwise-explain", token)
                    .putHeader("clockwise-backend", id)
                    .putHeader("x-key", "k1")
                    .send())
        .map(response -> response.headers())
        .toCompletionStage()
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }
}

package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ForwardedConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.RouteConfig;
import io.clockwise.model.CidrBlock;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.testkit.StreamCase;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.TestRoutes;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that change what passes over HTTP/2: on both data paths they do the same. */
@Timeout(60)
class DataPathsHttp2RulesIT {
  private static final String OK = "HTTP/1.1 200 OK@Content-Length: 2@X-C: 1@Date: x@@ok";
  private static final String EDITS =
      "headers: { request: { set: { X-A: one }, add: { X-B: more }, remove: [X-C, Cookie] },"
          + " response: { set: { X-A: one }, add: { X-B: more }, remove: [X-C, Date] } }";

  private static TestBackend backend;
  private static TestProxy relay;
  private static TestProxy vertx;

  @BeforeAll
  static void start() throws IOException {
    backend = TestBackend.start("a");
    TestConfig config = TestConfig.of(backend).speaking(null, ListenerProtocol.H2C);
    relay = TestProxy.start(config, 1, DataPath.RELAY);
    vertx = TestProxy.start(config, 1, DataPath.VERTX);
  }

  @AfterAll
  static void stop() throws IOException {
    relay.close();
    vertx.close();
    backend.close();
  }

  private static RoutingTable changed(
      RoutingTable old, String route, ForwardedConfig told, List<CidrBlock> trusted) {
    ClockwiseConfig c = old.config();
    PoolSnapshot pool = old.pools().get(TestConfig.POOL);
    RouteConfig read = TestRoutes.of(route);
    ClockwiseConfig config =
        new ClockwiseConfig(
            c.instance(),
            c.listeners(),
            trusted,
            told,
            c.admin(),
            c.probes(),
            c.stateDir(),
            c.explain(),
            c.transport(),
            c.limits(),
            c.shutdown(),
            c.accessLog(),
            List.of(read),
            c.pools());
    CompiledRoute compiled = CompiledRoute.of(read, pool);
    return new RoutingTable(old.epoch(), old.revision(), config, List.of(compiled), old.pools());
  }

  /** Plays an exchange on both paths with a route; returns what was seen. */
  private static List<String> compare(
      String route, ForwardedConfig told, boolean trusts, StreamCase exchange)
      throws InterruptedException {
    List<CidrBlock> trusted =
        trusts ? List.of(CidrBlock.parse("127.0.0.0/8").orElseThrow()) : List.of();
    relay.publishTable(old -> changed(old, route, told, trusted));
    vertx.publishTable(old -> changed(old, route, told, trusted));
    List<String> seen = exchange.play(relay, backend);
    assertThat(seen).isEqualTo(exchange.play(vertx, backend));
    return seen;
  }

  private static List<String> compare(String route, String request) throws InterruptedException {
    return compare(route, ForwardedConfig.DEFAULT, false, new StreamCase(request, OK));
  }

  @ParameterizedTest
  @CsvSource({
    "true, true, true",
    "true, true, false",
    "true, false, true",
    "true, false, false",
    "false, true, true",
    "false, true, false",
    "false, false, true",
    "false, false, false"
  })
  void backendsHearTheSameOfWhoAsked(boolean forwarded, boolean standard, boolean trusts)
      throws InterruptedException {
    int before = relay.relayed();
    for (String more :
        List.of(
            "",
            "@x-forwarded-for: 1.2.3.4@x-forwarded-proto: https@x-forwarded-host: x",
            "@x-forwarded-for: 1.2.3.4@x-forwarded-for: 5.6.7.8, 127.0.0.1",
            "@forwarded: for=1.2.3.4;proto=https@x-request-id: given@via: 1.1 other",
            "@x-request-id: not one\u00e4@x-forwarded-port: 1@x-forwarded-prefix: /y")) {
      compare(
          "{ pool: p }",
          new ForwardedConfig(forwarded, standard),
          trusts,
          new StreamCase("GET /x" + more, OK));
    }
    assertThat(relay.relayed()).isEqualTo(before + 5);
  }

  @ParameterizedTest
  @CsvSource({
    "GET /x@x-c: 1@x-b: 2@cookie: a=b@cookie: c=d",
    "GET /x@x-a: 1@x-a: 2@te: trailers",
    "POST /x@x-c: 1@@body@@x-a: 1@x-c: 2",
    "HEAD /x"
  })
  void fieldsAreEdited(String request) throws InterruptedException {
    int before = relay.relayed();
    compare("{ pool: p, " + EDITS + " }", request);
    assertThat(relay.relayed()).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @CsvSource({"/api/a//b%2Fc;x?q=%41&y", "/api?x", "/api", "/api/"})
  void aPrefixIsStripped(String target) throws InterruptedException {
    int before = relay.relayed();
    compare("{ match: '/api/**', rewrite: { stripPrefix: /api }, pool: p }", "GET " + target);
    assertThat(relay.relayed()).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ match: '/old/**', redirect: { to: 'https://{host}/n{path}{query}' } } | GET /old/a?b",
        "{ respond: { status: 503, body: tea } } | GET /x",
        "{ respond: { status: 503, body: tea } } | HEAD /x",
        "{ respond: { status: 204 } } | POST /x@@body",
        "{ key: { header: X-Key }, onMissingKey: reject, pool: p } | GET /x",
        "{ key: { header: X-Key }, onMissingKey: reject, pool: p } | GET /x@x-key: k",
        "{ match: '/other', pool: p } | GET /x",
        "{ match: '/other', pool: p } | HEAD /x",
        "{ pool: p, allow: [10.0.0.0/8] } | GET /x",
        "{ pool: p, limits: { body: 10B } } | POST /x@content-length: 11@@12345678901",
        "{ pool: p, limits: { body: 10B } } | POST /x@@12345678901",
        "{ pool: p, limits: { body: 10B } } | POST /x@@1234567890",
        "{ pool: p, limits: { body: 10B } } | POST /x@content-length: 10@@1234567890"
      })
  void refusalsAndOwnAnswersAreTheSame(String route, String request) throws InterruptedException {
    compare(route, request);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ pool: p, timeouts: { response: 150ms }, retry: off }",
        "{ pool: p, timeouts: { total: 150ms }, retry: off }",
        "{ pool: p, timeouts: { response: 100ms } }"
      })
  void aBackendThatDoesNotAnswerIsNotWaitedFor(String route) throws InterruptedException {
    for (String request : List.of("GET /x", "HEAD /x", "POST /x@@body")) {
      List<String> seen =
          compare(
              route, ForwardedConfig.DEFAULT, false, new StreamCase(request, StreamCase.SILENCE));
      assertThat(seen.get(0)).contains(":status: 504", "proxy-status");
    }
  }

  @Test
  void anAnswerThatIsNotWantedIsAskedForAgain() throws InterruptedException {
    String busy = "HTTP/1.1 503 Busy@Content-Length: 4@@busy";
    String route = "{ pool: p, retry: { attempts: 3, statuses: [503] } }";
    for (String request : List.of("GET /x", "POST /x", "POST /x@@body", "HEAD /x")) {
      compare(route, ForwardedConfig.DEFAULT, false, new StreamCase(request, busy));
    }
  }
}

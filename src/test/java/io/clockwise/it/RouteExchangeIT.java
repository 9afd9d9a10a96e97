package io.clockwise.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a route changes of the messages that pass, and of how its backends are asked. */
@Timeout(60)
class RouteExchangeIT {
  private static final TestBackend.Script CUT =
      request -> {
        throw new IOException("cut");
      };

  @TempDir Path directory;
  private TestBackend first;
  private TestBackend second;

  @BeforeEach
  void start() throws IOException {
    first = TestBackend.start("a");
    second = TestBackend.start("b");
  }

  @AfterEach
  void stop() throws IOException {
    first.close();
    second.close();
  }

  private TestInstance instance(String top, String route) {
    return TestInstance.start(
        directory,
        """
        %s
        routes: [%s]
        pools: { p: { backends: ["a=127.0.0.1:%d"] }, q: { backends: ["b=127.0.0.1:%d"] } }
        """
            .formatted(top, route, first.port(), second.port()));
  }

  private static RawAnswer ask(TestInstance instance, String head) throws IOException {
    try (RawClient client = instance.connect()) {
      return client.send(head + "Host: test\r\n\r\n").answer();
    }
  }

  private static RawAnswer get(TestInstance instance, String target) throws IOException {
    return ask(instance, "GET " + target + " HTTP/1.1\r\n");
  }

  @Test
  void aPrefixIsStrippedAndToldAndTheRestStaysByteForByte() throws IOException {
    try (TestInstance instance =
        instance("", "{ match: \"/api/**\", rewrite: { stripPrefix: /api }, pool: p }")) {
      assertThat(get(instance, "/api/a//b%2Fc;x?q=%41&y").status()).isEqualTo(200);
      assertThat(first.last().target()).isEqualTo("/a//b%2Fc;x?q=%41&y");
      assertThat(first.last().field("x-forwarded-prefix")).hasValue("/api");
      get(instance, "/api?x");
      assertThat(first.last().target()).isEqualTo("/?x");
    }
  }

  @Test
  void fieldsAreEditedBothWays() throws IOException {
    String route =
        "{ pool: p, headers: { request: { set: { X-A: one }, add: { X-B: more }, remove: [X-C] },"
            + " response: { set: { Server: cw }, remove: [X-Secret] } } }";
    first.script(r -> r.answer(200, new byte[0], "X-Secret: s", "Server: b"));
    try (TestInstance instance = instance("", route)) {
      RawAnswer answer = ask(instance, "GET / HTTP/1.1\r\nX-A: two\r\nX-B: given\r\nX-C: gone\r\n");
      ReceivedRequest seen = first.last();
      assertThat(seen.field("x-a")).hasValue("one");
      assertThat(seen.fields("x-b")).containsExactly("given", "more");
      assertThat(seen.field("x-c")).isEmpty();
      assertThat(answer.field("server")).hasValue("cw");
      assertThat(answer.field("x-secret")).isEmpty();
    }
  }

  @Test
  void alternativeServicesAreTheOriginsOwnUnlessTakenAway() throws IOException {
    first.script(r -> r.answer(200, new byte[0], "Alt-Svc: h3=\":443\"; ma=60"));
    second.script(r -> r.answer(200, new byte[0]));
    String routes =
        "{ match: /own, pool: p }, { match: /none, pool: q },"
            + " { match: /away, pool: p, headers: { response: { remove: [alt-svc] } } }";
    try (TestInstance instance = instance("", routes)) {
      assertThat(get(instance, "/own").field("alt-svc")).hasValue("h3=\":443\"; ma=60");
      assertThat(get(instance, "/none").field("alt-svc")).isEmpty();
      RawAnswer without = get(instance, "/away");
      assertThat(without.status()).isEqualTo(200);
      assertThat(without.field("alt-svc")).isEmpty();
    }
  }

  @Test
  void backendsAreToldByTheStandardFieldWhenWanted() throws IOException {
    try (TestInstance instance =
        instance("forwarded: { xForwarded: false, standard: true }", "{ pool: p }")) {
      get(instance, "/");
      assertThat(first.last().field("forwarded").orElseThrow())
          .contains("for=127.0.0.1", "proto=http", "host=test");
      assertThat(first.last().field("x-forwarded-for")).isEmpty();
    }
  }

  @Test
  void aFailedRequestEndsInTheBackupPool() throws IOException {
    first.script(CUT);
    try (TestInstance instance = instance("", "{ pool: p, backup: q }")) {
      assertThat(get(instance, "/").text()).isEqualTo("b");
    }
  }

  @Test
  void aRouteHasRetriesOfItsOwn() throws IOException {
    first.script(CUT);
    try (TestInstance instance = instance("", "{ pool: p, backup: q, retry: off }")) {
      assertThat(get(instance, "/").status()).isEqualTo(502);
    }
    assertThat(second.requests()).isEmpty();
  }

  @Test
  void aRouteHasTimeoutsOfItsOwn() throws IOException {
    first.script(r -> r.awaitClose());
    try (TestInstance instance =
        instance("", "{ match: /slow, pool: p, timeouts: { response: 150ms } }")) {
      assertThat(get(instance, "/slow").status()).isEqualTo(504);
    }
    first.script(
        r -> {
          r.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc");
          r.awaitClose();
        });
    try (TestInstance instance =
            instance("", "{ pool: p, timeouts: { total: 300ms, idle: 10s } }");
        RawClient client = instance.connect()) {
      client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n").head();
      assertThat(client.exactly(3)).isEqualTo("abc".getBytes(UTF_8));
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void anOwnPageStandsInForOurErrorsAndNeverForABackends() throws IOException {
    Files.writeString(directory.resolve("bad.html"), "<p>sorry");
    first.script(CUT);
    String route = "{ pool: p, retry: off, errorPages: { 5xx: bad.html } }";
    try (TestInstance instance = instance("", route)) {
      RawAnswer own = get(instance, "/");
      assertThat(own.status()).isEqualTo(502);
      assertThat(own.text()).isEqualTo("<p>sorry");
      assertThat(own.field("content-type").orElseThrow()).startsWith("text/html");
      first.script(r -> r.answer(500, "theirs".getBytes(UTF_8)));
      assertThat(get(instance, "/").text()).isEqualTo("theirs");
    }
  }

  @Test
  void aBodyThatGrowsBeyondTheLimitIsRefusedAndNeverWhole() throws IOException {
    try (TestInstance instance = instance("", "{ pool: p, limits: { body: 1000B } }");
        RawClient client = instance.connect()) {
      client.send("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 3; i++) {
        client.send("190\r\n" + "x".repeat(400) + "\r\n");
      }
      RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.field("connection")).hasValue("close");
    }
    assertThat(first.requests()).allMatch(request -> !request.isWhole());
  }
}

package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestInstance;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that were served, asked for by their ids. */
@Timeout(60)
class RecentRequestsIT {
  private static final String SILENT = "{ format: off, logTarget: path }";

  @TempDir Path directory;
  private TestBackend a;
  private TestBackend b;
  private TestInstance instance;

  @BeforeEach
  void start() throws IOException {
    a = TestBackend.start("a");
    b = TestBackend.start("b");
  }

  @AfterEach
  void stop() throws IOException {
    instance.close();
    a.close();
    b.close();
  }

  private void start(DataPath path, String log, String more) {
    instance =
        TestInstance.startWhole(
            directory,
            path,
            """
            instance: here
            listeners: [{ bind: "127.0.0.1:0", protocols: [h1, h2c] }]
            shutdown: { delay: 0s, grace: 1s }
            accessLog: %s
            admin: { bind: "127.0.0.1:0"%s }
            routes: [{ name: all, key: { header: X-Key }, pool: web }]
            pools: { web: { backends: ["a=127.0.0.1:%d", "b=127.0.0.1:%d"] } }
            """
                .formatted(log, more, a.port(), b.port()));
  }

  private RawAnswer ask(String target, String... fields) throws IOException {
    try (RawClient client = instance.connect()) {
      return InstanceFixture.ask(client, target, fields);
    }
  }

  private static String idOf(TestBackend backend) {
    return backend.last().field("x-request-id").orElseThrow();
  }

  private RawAnswer look(String id) throws IOException {
    return instance.get("/v1/requests/" + URLEncoder.encode(id, StandardCharsets.UTF_8));
  }

  private JsonObject found(String id) {
    await().until(() -> look(id).status() == 200);
    try {
      JsonObject answer = new JsonObject(look(id).text());
      assertThat(answer.getString("id")).isEqualTo(id);
      assertThat(answer.getString("instance")).isEqualTo("here");
      assertThat(answer.getJsonArray("requests")).hasSize(1);
      return answer.getJsonArray("requests").getJsonObject(0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> attempts(JsonObject request) {
    JsonArray attempts = request.getJsonArray("attempts");
    return IntStream.range(0, attempts.size())
        .mapToObj(attempts::getJsonObject)
        .map(
            each ->
                String.join(
                    " ",
                    each.getString("backend"),
                    each.getString("kind"),
                    each.getString("result")))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aRetriedRequestIsFoundWithItsAttemptsAlthoughNothingIsLogged(DataPath path)
      throws IOException {
    start(path, SILENT, "");
    String owner = ask("/", "X-Key: k").text();
    TestBackend first = owner.equals("a") ? a : b;
    TestBackend second = owner.equals("a") ? b : a;
    first.dropConnections();
    first.script(
        request -> {
          throw new IOException("cut");
        });
    assertThat(ask("/cart?secret=1", "X-Key: k").text()).isEqualTo(second.id());

    String id = idOf(second);
    assertThat(idOf(first)).as("all attempts have the same id").isEqualTo(id);
    JsonObject found = found(id);
    List<String> attempts = attempts(found);
    assertThat(attempts.get(0)).isEqualTo(owner + " first upstream_reset");
    assertThat(attempts.get(attempts.size() - 1))
        .isEqualTo(second.id() + " next_candidate answered");
    assertThat(found.getString("kind")).isEqualTo("moved");
    assertThat(found.getString("target")).isEqualTo("/cart");
    assertThat(found.getString("route")).isEqualTo("all");
    assertThat(found.getString("pool")).isEqualTo("web");
    assertThat(found.getString("owner")).isEqualTo(owner);
    assertThat(found.getString("chosen")).isEqualTo(second.id());
    assertThat(found.getString("address")).isEqualTo("127.0.0.1:" + second.port());
    assertThat(found.getString("chosenBy")).isEqualTo("placement");
    assertThat(found.getString("offOwner")).isEqualTo("retry");
    assertThat(found.getInteger("status")).isEqualTo(200);
    assertThat(found.getString("failure")).isNull();
    assertThat(found.getString("endedBy")).isEqualTo("complete");
    assertThat(found.getDouble("totalMs")).isPositive();
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void anOrdinaryOneHasTheKeyThatExplainTells(DataPath path) throws IOException {
    start(path, SILENT, "");
    String owner = ask("/", "X-Key: k").text();
    JsonObject found = found(idOf(owner.equals("a") ? a : b));
    JsonObject explained =
        new JsonObject(
            instance
                .post("/v1/explain", "{\"target\": \"/\", \"headers\": {\"X-Key\": \"k\"}}")
                .text());
    assertThat(found.getString("kind")).isEqualTo("plain");
    assertThat(attempts(found)).containsExactly(owner + " first answered");
    for (String same : List.of("route", "pool", "key", "owner", "chosen", "chosenBy", "offOwner")) {
      assertThat(found.getValue(same)).as(same).isEqualTo(explained.getValue(same));
    }
    assertThat(found.getString("version")).isEqualTo("HTTP/1.1");
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aStreamOfHttp2IsFoundToo(DataPath path) throws IOException {
    start(path, SILENT, "");
    a.close();
    try (RawHttp2 client = RawHttp2.to(instance.port())) {
      assertThat(client.request(1).until(RawHttp2.HEADERS).status()).isEqualTo("200");
    }
    assertThat(found(idOf(b)).getString("version")).isEqualTo("HTTP/2.0");
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void oneThatNoBackendGotHasTheIdOfATrustedClient(DataPath path) throws IOException {
    start(path, SILENT, " }\ntrustedProxies: [127.0.0.0/8]\nprobes: { bind: \"\"");
    a.close();
    b.close();
    String id = "a/b+c=%41";
    assertThat(ask("/", "X-Key: k", "X-Request-ID: " + id).status()).isEqualTo(503);
    JsonObject found = found(id);
    assertThat(found.getString("kind")).isEqualTo("failed");
    assertThat(found.getString("failure")).isEqualTo("connect_refused");
    assertThat(found.getString("endedBy")).isEqualTo("backend");
    assertThat(attempts(found)).isNotEmpty().allMatch(each -> each.endsWith("connect_refused"));
  }

  @Test
  void oneThatNoBackendGotHasAnIdInTheLog() throws IOException {
    Path log = directory.resolve("access.log");
    start(DataPath.RELAY, "{ file: \"" + log + "\" }", "");
    assertThat(ask("/", "X-Key: k", "Expect: odd").status()).isEqualTo(417);
    await().until(() -> Files.readString(log).endsWith("\n"));
    String id = new JsonObject(Files.readString(log)).getString("requestId");
    assertThat(id).matches("[0-9a-f]{32}");
    assertThat(found(id).getString("failure")).isEqualTo("expectation_failed");
  }

  @Test
  void anUnknownOneIsNotFoundAndWithoutPlacesNoneIs() throws IOException {
    start(DataPath.RELAY, SILENT, "");
    assertThat(look("nobody").status()).isEqualTo(404);
    assertThat(look("nobody").text()).contains("sampled", "'here'", "the last 1000 at most");
    instance.close();
    start(DataPath.RELAY, SILENT, ", recentRequests: 0");
    String owner = ask("/", "X-Key: k").text();
    RawAnswer answer = look(idOf(owner.equals("a") ? a : b));
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text()).contains("admin.recentRequests is 0");
  }
}

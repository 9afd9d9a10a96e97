package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.ClockwiseProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The main job as a newcomer sees it: keys stick, a drain empties a backend, an edit swaps the
 * ring.
 */
class DemoIT {
  private static final int KEYS = 1_000;

  @TempDir static Path dir;
  private static ClockwiseProcess demo;
  private static URI proxy;
  private static URI admin;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @BeforeAll
  static void start() {
    demo = ClockwiseProcess.start(dir, "demo", "--port", "0", "--admin-port", "0");
    proxy = uri(demo.awaitLine("proxy +(http://127\\.0\\.0\\.1:\\d+)"));
    admin = uri(demo.awaitLine("admin +(http://127\\.0\\.0\\.1:\\d+)"));
  }

  @AfterAll
  static void stop() {
    demo.signal("TERM");
    assertThat(demo.exitCode()).isZero();
  }

  private static URI uri(MatchResult line) {
    return URI.create(line.group(1));
  }

  @Test
  void eachKeyStaysWhereItWasAndAllBackendsAreUsed() throws Exception {
    Map<String, String> first = owners();
    assertThat(owners()).isEqualTo(first);
    assertThat(owners()).isEqualTo(first);
    assertThat(new HashSet<>(first.values())).hasSize(4);
  }

  @Test
  void aDrainMovesOnlyTheKeysOfItsBackendAndReadyBringsThemHome() throws Exception {
    Map<String, String> before = owners();
    assertThat(post("/v1/pools/demo/backends/demo-2/drain")).isIn(200, 202);
    assertOnlyTheKeysOfOneMoved(before, owners(), "demo-2");
    assertThat(post("/v1/pools/demo/backends/demo-2/ready")).isEqualTo(200);
    assertThat(owners()).isEqualTo(before);
  }

  @Test
  void anEditOfTheFileDoesTheSame() throws Exception {
    Map<String, String> before = owners();
    Path file = dir.resolve("var/demo.yaml");
    String text = Files.readString(file);
    String without = text.replaceAll("(?m)^ *- demo-3=.*\\n", "");
    assertThat(without).isNotEqualTo(text);
    Files.writeString(file, without);
    awaitInUse(pool -> !pool.contains("demo-3"));
    assertOnlyTheKeysOfOneMoved(before, owners(), "demo-3");
    Files.writeString(file, text);
    awaitInUse(pool -> pool.contains("demo-3"));
    assertThat(owners()).isEqualTo(before);
  }

  /* What the API shows is in use on every event loop: no request after it may go by the old table. */
  private static void awaitInUse(Predicate<String> pool) {
    await()
        .atMost(Duration.ofSeconds(10))
        .pollInterval(Duration.ofMillis(2))
        .until(() -> pool.test(get(admin.resolve("/v1/pools/demo"), "").body()));
  }

  private static void assertOnlyTheKeysOfOneMoved(
      Map<String, String> before, Map<String, String> after, String gone) {
    assertThat(after.values()).doesNotContain(gone);
    Set<String> moved = new HashSet<>();
    before.forEach(
        (key, owner) -> {
          if (!owner.equals(after.get(key))) {
            moved.add(owner);
          }
        });
    assertThat(moved).containsExactly(gone);
  }

  private static Map<String, String> owners() throws Exception {
    Map<String, String> owners = new TreeMap<>();
    for (int i = 0; i < KEYS; i++) {
      HttpResponse<String> response = get(proxy.resolve("/"), "user-" + i);
      assertThat(response.statusCode()).isEqualTo(200);
      owners.put("user-" + i, response.body().strip());
    }
    return owners;
  }

  private static HttpResponse<String> get(URI uri, String key)
      throws IOException, InterruptedException {
    return CLIENT.send(
        HttpRequest.newBuilder(uri).header("X-User-Id", key).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static int post(String path) throws IOException, InterruptedException {
    return CLIENT
        .send(
            HttpRequest.newBuilder(admin.resolve(path))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .statusCode();
  }
}

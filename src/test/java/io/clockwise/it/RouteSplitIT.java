package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A route over several pools, and a backup pool, with a whole instance. */
@Timeout(60)
class RouteSplitIT {
  private static final int KEYS = 400;
  private static final String POOLS =
      "\npools: { p: { backends: [\"a=127.0.0.1:%d\"] }, q: { backends: [\"b=127.0.0.1:%d\"] } }\n";

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

  private String document(String route) {
    return "routes: [" + route + "]" + POOLS.formatted(first.port(), second.port());
  }

  private static String split(int weight) {
    return "{ key: { header: X-Key }, pools: [{ pool: p, weight: 80 }, { pool: q, weight: "
        + weight
        + " }] }";
  }

  private static List<String> owners(TestInstance instance) throws IOException {
    List<String> owners = new ArrayList<>();
    try (RawClient client = instance.connect()) {
      for (int i = 0; i < KEYS; i++) {
        client.send("GET / HTTP/1.1\r\nHost: test\r\nX-Key: user" + i + "\r\n\r\n");
        owners.add(client.answer().text());
      }
    }
    return owners;
  }

  private static String key(TestInstance instance, String key) throws IOException {
    try (RawClient client = instance.connect()) {
      client.send("GET / HTTP/1.1\r\nHost: test\r\nX-Key: " + key + "\r\n\r\n");
      return client.answer().text();
    }
  }

  @Test
  void keysAreSharedAndAChangedWeightMovesThemOneWay() throws IOException {
    try (TestInstance instance = TestInstance.start(directory, document(split(20)))) {
      List<String> before = owners(instance);
      assertThat(owners(instance)).isEqualTo(before);
      long toSecond = before.stream().filter("b"::equals).count();
      assertThat(toSecond).isBetween(40L, 120L);
      assertThat(instance.reload(document(split(80))).status()).isEqualTo(200);
      List<String> after = owners(instance);
      assertThat(after.stream().filter("b"::equals).count()).isBetween(150L, 250L);
      for (int i = 0; i < KEYS; i++) {
        if (before.get(i).equals("b")) {
          assertThat(after.get(i)).isEqualTo("b");
        }
      }
      assertThat(instance.reload(document(split(0))).status()).isEqualTo(200);
      assertThat(owners(instance)).containsOnly("a");
    }
  }

  @Test
  void theBackupServesWhileTheOnlyBackendIsDrained() throws IOException {
    String route = "{ key: { header: X-Key }, pool: p, backup: q }";
    try (TestInstance instance = TestInstance.start(directory, document(route))) {
      assertThat(key(instance, "u1")).isEqualTo("a");
      assertThat(instance.post("/v1/pools/p/backends/a/drain?force=true", "").status())
          .isIn(200, 202); // 200: drained already
      assertThat(key(instance, "u1")).isEqualTo("b");
      assertThat(instance.post("/v1/pools/p/backends/a/ready", "").status()).isEqualTo(200);
      assertThat(key(instance, "u1")).isEqualTo("a");
      Path log = directory.resolve("access.log");
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(
              () ->
                  assertThat(Files.readString(log))
                      .contains("\"pool\":\"q\",\"chosenBy\":\"backup\",\"owner\":\"b\""));
    }
  }
}

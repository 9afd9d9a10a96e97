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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Affinity of a whole instance: its document, drains by its API, and what outlives it. */
@Timeout(90)
class InstanceAffinityIT {
  private static final int KEYS = 300;

  @TempDir Path directory;
  private final List<TestBackend> backends = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    for (String id : List.of("a", "b", "c", "d")) {
      backends.add(TestBackend.start(id));
    }
  }

  @AfterEach
  void stop() throws IOException {
    for (TestBackend backend : backends) {
      backend.close();
    }
  }

  private String document(String affinity) {
    return "stateDir: \"%s\"%nroutes: [{ key: { header: X-Key }, pool: p }]%n"
            .formatted(directory.resolve("state"))
        + "pools: { p: { affinity: %s, backends: [\"a=127.0.0.1:%d\", \"b=127.0.0.1:%d\", \"c=127.0.0.1:%d\"] } }%n"
            .formatted(
                affinity, backends.get(0).port(), backends.get(1).port(), backends.get(2).port());
  }

  private static RawAnswer ask(TestInstance instance, String field) throws IOException {
    try (RawClient client = instance.connect()) {
      return client.send("GET / HTTP/1.1\r\nHost: test\r\n" + field + "\r\n\r\n").answer();
    }
  }

  private static List<String> keys(TestInstance instance, int from) throws IOException {
    List<String> owners = new ArrayList<>();
    for (int key = from; key < from + KEYS; key++) {
      owners.add(ask(instance, "X-Key: user" + key).text());
    }
    return owners;
  }

  @Test
  void sessionsOutliveADrainAndTheInstance() throws IOException {
    String cookie;
    String backend;
    try (TestInstance instance = TestInstance.start(directory, document("cookie"))) {
      RawAnswer first = ask(instance, "X-Key: k");
      backend = first.text();
      String set = first.field("set-cookie").orElseThrow();
      cookie = "Cookie: " + set.substring(0, set.indexOf(';'));
      String drain = "/v1/pools/p/backends/" + backend + "/drain";
      assertThat(instance.post(drain, "{\"deadline\": \"10m\"}").status()).isIn(200, 202);
      for (int i = 0; i < 20; i++) {
        assertThat(ask(instance, cookie).text()).isEqualTo(backend);
        assertThat(ask(instance, "X-Key: other" + i).text()).isNotEqualTo(backend);
      }
      assertThat(instance.post("/v1/pools/p/backends/" + backend + "/ready", "").status())
          .isEqualTo(200);
    }
    try (TestInstance instance = TestInstance.start(directory, document("cookie"))) {
      RawAnswer again = ask(instance, cookie);
      assertThat(again.text()).isEqualTo(backend);
      assertThat(again.fields("set-cookie")).isEmpty();
      await()
          .untilAsserted(
              () ->
                  assertThat(Files.readString(directory.resolve("access.log")))
                      .contains("\"chosenBy\":\"cookie\"", "\"cookie\":\"valid\""));
    }
  }

  @Test
  void keysStayWhenABackendIsAddedAndAcrossAStart() throws IOException {
    List<String> before;
    try (TestInstance instance = TestInstance.start(directory, document("table"))) {
      before = keys(instance, 0);
      assertThat(
              instance
                  .post(
                      "/v1/pools/p/backends",
                      "{\"id\": \"d\", \"address\": \"127.0.0.1:%d\"}"
                          .formatted(backends.get(3).port()))
                  .status())
          .isEqualTo(201);
      assertThat(keys(instance, 0)).isEqualTo(before);
      assertThat(keys(instance, KEYS)).contains("d");
    }
    try (TestInstance instance = TestInstance.start(directory, document("table"))) {
      assertThat(keys(instance, 0)).isEqualTo(before);
      assertThat(keys(instance, 2 * KEYS)).contains("d"); // it is still there
    }
  }
}

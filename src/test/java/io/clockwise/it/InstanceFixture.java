package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestInstance;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole instances with their admin API, and backends that answer with their id. */
@Timeout(60)
abstract class InstanceFixture {
  static final int KEYS = 300;

  private final Map<String, TestBackend> backends = new TreeMap<>();
  private final List<TestInstance> instances = new ArrayList<>();
  @TempDir Path directory;
  TestInstance instance;

  final TestBackend backend(String id) throws IOException {
    TestBackend known = backends.get(id);
    if (known == null) {
      known = TestBackend.start(id);
      backends.put(id, known);
    }
    return known;
  }

  @AfterEach
  final void stopAll() throws IOException {
    instances.forEach(TestInstance::close);
    for (TestBackend backend : backends.values()) {
      backend.close();
    }
  }

  /** Starts an instance whose state is kept under a name. */
  final TestInstance start(String name, String document) throws IOException {
    TestInstance started =
        TestInstance.start(Files.createDirectories(directory.resolve(name)), document);
    instances.add(started);
    instance = started;
    return started;
  }

  final void stop(TestInstance ended) {
    ended.close();
    instances.remove(ended);
  }

  /** Returns a pool with these backends, in this order. */
  final String pool(String more, String... ids) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String id : ids) {
      lines.add("\"" + id + "=127.0.0.1:" + backend(id).port() + "\"");
    }
    return "{ " + more + "backends: [" + String.join(", ", lines) + "] }";
  }

  /** Returns a document with one pool, {@code web}, whose key is the field X-Key. */
  final String keyed(String more, String... ids) throws IOException {
    return "routes: [{ key: { header: X-Key }, pool: web }]\npools: { web: "
        + pool(more, ids)
        + " }\n";
  }

  /** Returns the body of an addition. */
  final String addition(String id) throws IOException {
    return new JsonObject()
        .put("id", id)
        .put("address", "127.0.0.1:" + backend(id).port())
        .encode();
  }

  static JsonObject taken(RawAnswer answer) {
    assertThat(answer.status()).as(answer.text()).isBetween(200, 201);
    return new JsonObject(answer.text());
  }

  static RawAnswer ask(RawClient client, String target, String... fields) throws IOException {
    String lines = Stream.of(fields).map(each -> each + "\r\n").collect(Collectors.joining());
    return client.send("GET " + target + " HTTP/1.1\r\nHost: test\r\n" + lines + "\r\n").answer();
  }

  final RawAnswer ask(String target, String... fields) throws IOException {
    try (RawClient client = instance.connect()) {
      return ask(client, target, fields);
    }
  }

  /** Returns who answers each of many keys, each fifth of them over another connection. */
  static List<String> owners(TestInstance of) throws IOException {
    List<String> owners = new ArrayList<>();
    for (int connection = 0; connection < 5; connection++) {
      try (RawClient client = of.connect()) {
        for (int i = 0; i < KEYS / 5; i++) {
          RawAnswer answer = ask(client, "/", "X-Key: user" + (connection * KEYS / 5 + i));
          assertThat(answer.status()).isEqualTo(200);
          owners.add(answer.text());
        }
      }
    }
    return owners;
  }

  final String digest() throws IOException {
    return taken(instance.get("/v1/pools/web")).getString("digest");
  }

  /** Returns the sum of a metric over its labels that have this text. */
  final double metric(String name, String text) throws IOException {
    return instance
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .filter(line -> line.contains(text))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}

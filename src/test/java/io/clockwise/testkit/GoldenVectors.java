package io.clockwise.testkit;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The golden vectors: vector files, one a line, with their names in {@code file}. */
public final class GoldenVectors {
  private static final String RESOURCE = "/placement-vectors.jsonl.gz";

  private GoldenVectors() {}

  /** Returns a new copy of each file. */
  public static List<JsonObject> all() {
    return lines().map(JsonObject::new).toList();
  }

  /** Returns a new copy of one file. */
  public static JsonObject of(String name) {
    String start = "{\"file\":\"" + name + '"';
    return new JsonObject(lines().filter(line -> line.startsWith(start)).findFirst().orElseThrow());
  }

  private static Stream<String> lines() {
    try (GZIPInputStream in =
        new GZIPInputStream(
            Objects.requireNonNull(GoldenVectors.class.getResourceAsStream(RESOURCE)))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

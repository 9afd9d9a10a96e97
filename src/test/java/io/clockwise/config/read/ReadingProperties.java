package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ConfigProblem;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.EffectiveConfig;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the bytes are, reading them gives a value: a configuration or problems. */
class ReadingProperties {
  private static final byte[] EXAMPLE = bytes(Path.of("conf/clockwise.yaml"));
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ":",
          ": ",
          "- ",
          "\n",
          "\n  ",
          "\t",
          "&a ",
          "*a",
          "<<: *a",
          "!!binary ",
          "!x ",
          "? ",
          "| ",
          "> ",
          "'",
          "\"",
          "#",
          "---\n",
          "...\n",
          "%YAML 9.9\n",
          "~",
          "null",
          "${",
          "${HOST}",
          "${X:-",
          "$${",
          "0",
          "-1",
          "99999999999999999999",
          "1e9",
          "10s",
          "8KiB",
          "\\u0000",
          "\\ud800",
          "\u2028",
          "\ufeff",
          "ring",
          "maglev",
          "path",
          "{room}",
          "a=b:1*2",
          "[::1]:80",
          "/**",
          "/{a}/{b}",
          "(a){1000}",
          "health",
          "pools",
          "all: [all: [path]]",
          "unix:/x");

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One change of a document: at a place, so many bytes go and some others come. */
  record Change(int place, int removed, byte[] added) {
    byte[] apply(byte[] document) {
      int start = document.length == 0 ? 0 : place % document.length;
      int end = Math.min(document.length, start + removed);
      ByteArrayOutputStream changed = new ByteArrayOutputStream();
      changed.write(document, 0, start);
      changed.writeBytes(added);
      changed.write(document, end, document.length - end);
      return changed.toByteArray();
    }
  }

  @Provide
  Arbitrary<List<Change>> changes() {
    Arbitrary<byte[]> piece =
        Arbitraries.of(PIECES).map(text -> text.getBytes(StandardCharsets.UTF_8));
    Arbitrary<byte[]> noise = Arbitraries.bytes().array(byte[].class).ofMaxSize(3);
    Arbitrary<byte[]> slice =
        Combinators.combine(
                Arbitraries.integers().between(0, EXAMPLE.length - 1),
                Arbitraries.integers().between(0, 80))
            .as((at, size) -> slice(at, size));
    return Combinators.combine(
            Arbitraries.integers().between(0, EXAMPLE.length - 1),
            Arbitraries.oneOf(
                Arbitraries.just(0),
                Arbitraries.integers().between(0, 12),
                Arbitraries.integers().between(0, 400)),
            Arbitraries.oneOf(piece, piece, noise, slice))
        .as(Change::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
  }

  private static byte[] slice(int at, int size) {
    return java.util.Arrays.copyOfRange(EXAMPLE, at, Math.min(EXAMPLE.length, at + size));
  }

  @Property(tries = 3000)
  void aDamagedExampleNeverThrows(@ForAll("changes") List<Change> changes) {
    byte[] document = EXAMPLE;
    for (Change change : changes) {
      document = change.apply(document);
    }

    checkResult(Documents.read(document));
  }

  @Property(tries = 500)
  void noiseNeverThrows(@ForAll byte[] document) {
    checkResult(Documents.read(document));
  }

  @Property(tries = 1000)
  void piecesOfYamlNeverThrow(@ForAll("pieces") List<String> pieces) {
    checkResult(Documents.read("pools: " + String.join("", pieces)));
  }

  @Provide
  Arbitrary<List<String>> pieces() {
    return Arbitraries.of(PIECES).list().ofMaxSize(12);
  }

  private static void checkResult(ConfigResult result) {
    if (result instanceof ConfigResult.Invalid invalid) {
      assertThat(invalid.problems()).isNotEmpty();
      assertThat(invalid.problems()).extracting(ConfigProblem::line).isSorted();
      assertThat(invalid.problems())
          .allSatisfy(problem -> assertThat(problem.toString()).doesNotContain("\n", "\u001b"));
    } else {
      ConfigResult.Valid valid = (ConfigResult.Valid) result;
      String json = new JsonObject(EffectiveConfig.toMap(valid.config())).encode();
      assertThat(Documents.valid(json)).isEqualTo(valid.config());
    }
  }
}

package io.clockwise.app.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.GoldenVectors;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every pick of every golden vector is ours too. */
class GoldenVectorsTest {
  private static final int FILES = 226;
  private static final int PICKS = 116_269;

  private static final List<String> ALGORITHMS =
      List.of(
          "anchor",
          "caddy-hrw",
          "envoy-maglev",
          "envoy-ring-hash",
          "haproxy-consistent",
          "haproxy-map-based",
          "hrw-weighted",
          "jump",
          "libketama",
          "libmemcached-ketama",
          "libmemcached-ketama-weighted",
          "multi-probe",
          "nginx-hash",
          "nginx-hash-consistent",
          "nginx-hash-consistent-failover",
          "nginx-ip-hash",
          "pingora-ketama",
          "redis-cluster-slot",
          "seed-c-ring",
          "seed-rust-ring",
          "slots",
          "spymemcached-ketama",
          "traefik-hrw",
          "twemproxy-ketama",
          "vertx-consistent-hashing");

  static Stream<Named<JsonObject>> entries() {
    return GoldenVectors.all().stream().map(entry -> Named.of(entry.getString("file"), entry));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void everyPickIsOurs(JsonObject entry) throws VectorFault {
    Verification result = Verification.of(VectorFile.read(entry));
    assertThat(result.mismatches()).isEmpty();
    assertThat(result.matched()).isEqualTo(entry.getJsonArray("picks").size());
  }

  @Test
  void everyAlgorithmIsCoveredAndNothingIsLeftOut() {
    List<JsonObject> all = GoldenVectors.all();
    assertThat(all.stream().map(entry -> entry.getString("algorithm")).distinct())
        .containsExactlyInAnyOrderElementsOf(ALGORITHMS);
    assertThat(all).hasSize(FILES);
    assertThat(all.stream().map(entry -> entry.getString("file"))).doesNotHaveDuplicates();
    assertThat(all.stream().mapToInt(entry -> entry.getJsonArray("picks").size()).sum())
        .isEqualTo(PICKS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "seed-rust-ring-tutorial",
        "nginx-hash-consistent-failover-ten",
        "jump-100003",
        "anchor-16-10-3",
        "redis-cluster-slot",
        "haproxy-consistent-ten-bounded-125",
        "envoy-maglev-unit-basic7"
      })
  void aSpoiltPickIsFound(String file) throws VectorFault {
    JsonObject entry = GoldenVectors.of(file);
    JsonArray pick = entry.getJsonArray("picks").getJsonArray(2);
    boolean isList = pick.getValue(1) instanceof JsonArray;
    pick.set(1, isList ? new JsonArray().add("somebody").add("else") : "somebody");
    Verification result = Verification.of(VectorFile.read(entry));
    assertThat(result.passed()).isFalse();
    assertThat(result.matched()).isEqualTo(result.total() - 1);
    assertThat(result.mismatches()).hasSize(1);
    Verification.Mismatch mismatch = result.mismatches().get(0);
    assertThat(mismatch.what()).startsWith("picks[2] \"").contains(pick.getString(0));
    assertThat(mismatch.expected()).contains("somebody");
    assertThat(mismatch.got()).isNotEqualTo(mismatch.expected());
  }

  @Test
  void anotherDigestIsFoundWhenEveryPickIsTheSame() throws VectorFault {
    JsonObject entry = GoldenVectors.of("slots-w5");
    entry.getJsonObject("config").put("digest", "0123456789abcdef");
    Verification result = Verification.of(VectorFile.read(entry));
    assertThat(result.passed()).isFalse();
    assertThat(result.matched()).isEqualTo(result.total());
    assertThat(result.mismatches())
        .containsExactly(
            new Verification.Mismatch("digest", "0123456789abcdef", "9b0b60410b96d1ec"));
  }
}

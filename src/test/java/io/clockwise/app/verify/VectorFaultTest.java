package io.clockwise.app.verify;

import static io.clockwise.app.verify.VectorText.file;
import static io.clockwise.app.verify.VectorText.nodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of a vector file that cannot be used. */
class VectorFaultTest {

  private static final String A = nodes("{\"name\": \"a\"}");
  private static final String PICK = "[[\"k\", \"a\"]]";

  static Stream<Arguments> documents() {
    return Stream.of(
        Arguments.of("[]", "the document: given [], expected an object"),
        Arguments.of("", "the document: empty, expected an object"),
        Arguments.of("{\n\"algorithm\": traefik}", "line 2, column 14: not JSON: "),
        Arguments.of("{\"algorithm\": ", "line 1, column 15: not JSON: Unexpected end-of-input"),
        Arguments.of("{} {}", "not JSON: "),
        Arguments.of("{\"algorithm\": 7}", "algorithm: given 7, expected a text"),
        Arguments.of("{\"algorithm\": \"x\"}", "config: missing, expected "),
        Arguments.of(
            file("nginx", A, PICK),
            "algorithm: given \"nginx\", expected one of anchor, caddy-hrw, envoy-maglev,"),
        Arguments.of(
            file("traefik-hrw", A, PICK).replace("\"source\"", "\"sauce\": 1, \"source\""),
            "sauce: unknown field; here are known: algorithm, config, file, picks, source"));
  }

  static Stream<Arguments> configurations() {
    return Stream.of(
        Arguments.of(
            file("traefik-hrw", A + ", \"probes\": 3", PICK),
            "config.probes: unknown field; here are known: nodes"),
        Arguments.of(file("traefik-hrw", "", PICK), "config.nodes: missing, expected an array"),
        Arguments.of(
            file("traefik-hrw", "\"nodes\": {}", PICK),
            "config.nodes: given {}, expected an array"),
        Arguments.of(
            file("multi-probe", A + ", \"probes\": \"3\"", PICK),
            "config.probes: given \"3\", expected a whole number from 1 to 1000"),
        Arguments.of(
            file("multi-probe", A + ", \"probes\": 4294967297", PICK),
            "config.probes: given 4294967297, expected a whole number"),
        Arguments.of(
            file("multi-probe", A + ", \"probes\": 2.5", PICK),
            "config.probes: given 2.5, expected a whole number"),
        Arguments.of(
            file("slots", A + ", \"slots\": 65535, \"slack\": 0.02, \"seed\": \"\"", PICK),
            "config.slots: given 65535, expected a power of two"),
        Arguments.of(
            file("slots", A + ", \"slots\": 65536, \"slack\": 0.0201, \"seed\": \"\"", PICK),
            "config.slack: given 0.0201, expected 0 to 1"),
        Arguments.of(
            file("slots", A + ", \"slots\": 65536, \"slack\": \"0\", \"seed\": \"\"", PICK),
            "config.slack: given \"0\", expected a number"),
        Arguments.of(
            file(
                "slots",
                A + ", \"slots\": 65536, \"slack\": 0, \"seed\": \"\", \"digest\": \"xyz\"",
                PICK),
            "config.digest: given \"xyz\", expected 16 hexadecimal digits"),
        Arguments.of(
            file("envoy-maglev", A + ", \"table_size\": 65536", PICK),
            "config.table_size: given 65536, expected a prime"),
        Arguments.of(
            file("envoy-maglev", A + ", \"locality_weights\": [[\"x\", 1]]", PICK),
            "config.nodes: the locality '' of 'a' has no weight; add it to locality_weights"),
        Arguments.of(
            file("envoy-maglev", A + ", \"locality_weights\": [[\"x\"]]", PICK),
            "config.locality_weights[0]: given [\"x\"], expected [locality, weight]"),
        Arguments.of(
            file("envoy-maglev", A + ", \"locality_weights\": [[\"x\", 1], [\"x\", 2]]", PICK),
            "config.locality_weights[1]: 'x' is there already"),
        Arguments.of(
            file("envoy-ring-hash", A + ", \"hash_function\": \"md5\"", PICK),
            "config.hash_function: given \"md5\", expected one of xx_hash, murmur_hash_2"),
        Arguments.of(
            file("envoy-ring-hash", A + ", \"key_is_hash\": 1", PICK),
            "config.key_is_hash: given 1, expected true or false"),
        Arguments.of(
            file("caddy-hrw", A + ", \"hash\": \"md5\", \"concat\": \"key-upstream\"", PICK),
            "config.hash: no Caddy hashes key-upstream by md5"),
        Arguments.of(
            file(
                "caddy-hrw",
                A
                    + ", \"hash\": \"fnv1a32\", \"concat\": \"key-upstream\","
                    + " \"version\": \"2.8\"",
                PICK),
            "config.version: given \"2.8\", expected that of the hash, 2.6.2"),
        Arguments.of(
            file("libmemcached-ketama", A + ", \"behavior\": \"X\"", PICK),
            "config.behavior: given \"X\", expected \"MEMCACHED_BEHAVIOR_KETAMA\""),
        Arguments.of(
            file("twemproxy-ketama", A + ", \"hash_tag\": \"{\"", PICK),
            "config.hash_tag: given \"{\", expected two characters"),
        Arguments.of(
            file(
                "haproxy-consistent", A + ", \"function\": \"sdbm\", \"hash_key\": \"guid\"", PICK),
            "config.nodes: 'a' has no guid"),
        Arguments.of(
            file(
                "haproxy-consistent",
                A + ", \"function\": \"sdbm\", \"hash_balance_factor\": 99",
                PICK),
            "config.hash_balance_factor: given 99, expected 0 or at least 100"),
        Arguments.of(
            file(
                "haproxy-consistent",
                A + ", \"function\": \"sdbm\", \"in_flight\": {\"b\": 1}",
                PICK),
            "config.in_flight.b: no node has this name"),
        Arguments.of(
            file("haproxy-map-based", A, PICK),
            "config.function: missing, expected one of sdbm, djb2, crc32, wt6, none"),
        Arguments.of(
            file("anchor", "\"capacity\": 4, \"working\": 2, \"removed\": [1, 1]", PICK),
            "config.removed[1]: bucket 1 is removed already"),
        Arguments.of(
            file("anchor", "\"capacity\": 4, \"working\": 2, \"removed\": [1, 0]", PICK),
            "config.removed: all buckets; one at least has to stay"));
  }

  static Stream<Arguments> nodeLists() {
    return Stream.of(
        Arguments.of(
            file("traefik-hrw", "\"nodes\": [\"a\"]", PICK),
            "config.nodes[0]: given \"a\", expected an object"),
        Arguments.of(
            file("traefik-hrw", nodes("{\"name\": \"a\"}", "{\"name\": \"a\"}"), PICK),
            "config.nodes[1].name: 'a' is the name of an earlier node; names are unique"),
        Arguments.of(
            file("traefik-hrw", nodes("{\"name\": \"a\", \"wieght\": 2}"), PICK),
            "config.nodes[0].wieght: unknown field; here are known: address, addrs, down, guid,"),
        Arguments.of(
            file("traefik-hrw", nodes("{\"name\": \"a\", \"weight\": -1}"), PICK),
            "config.nodes[0].weight: given -1, expected a whole number from 0 to 65535"),
        Arguments.of(
            file("nginx-hash", nodes("{\"name\": \"a\", \"addrs\": [7]}"), PICK),
            "config.nodes[0].addrs[0]: given 7, expected a text"));
  }

  static Stream<Arguments> picks() {
    return Stream.of(
        Arguments.of(file("traefik-hrw", A, "[]"), "picks: none, expected at least one"),
        Arguments.of(
            file("traefik-hrw", A, "[[\"k\", \"a\"], [\"k\"]]"),
            "picks[1]: given [\"k\"], expected [key, node]"),
        Arguments.of(
            file("traefik-hrw", A, "[[7, \"a\"]]"), "picks[0][0]: given 7, expected a text"),
        Arguments.of(
            file("traefik-hrw", A, "[[\"\\ud800\", \"a\"]]"),
            "expected a text without half surrogate pairs"),
        Arguments.of(
            file("traefik-hrw", A, "[[\"k\", [\"a\"]]]"),
            "picks[0][1]: given [\"a\"], expected a text"),
        Arguments.of(
            file("nginx-hash-consistent-failover", A + ", \"tries\": 2", PICK),
            "picks[0][1]: given \"a\", expected an array of at most 2 nodes"),
        Arguments.of(
            file("nginx-hash-consistent-failover", A + ", \"tries\": 2", "[[\"k\", [\"a\", 1]]]"),
            "picks[0][1][1]: given 1, expected a text"),
        Arguments.of(
            file("jump", "\"buckets\": 3", PICK),
            "picks[0][0]: given \"k\", expected an unsigned 64-bit number in decimal"));
  }

  @ParameterizedTest
  @MethodSource({"documents", "configurations", "nodeLists", "picks"})
  void aFaultIsNamedWhereItIs(String json, String problem) {
    VectorFault fault = catchThrowableOfType(VectorFault.class, () -> VectorFile.read(json));
    assertThat(fault).as("%s", json).isNotNull();
    assertThat(fault.problem()).contains(problem).doesNotContain("\n", "Source:");
  }

  @Test
  void aLongValueIsCut() {
    String json = file("traefik-hrw", "\"nodes\": \"" + "x".repeat(500) + "\"", "[]");
    VectorFault fault = catchThrowableOfType(VectorFault.class, () -> VectorFile.read(json));
    assertThat(fault.problem()).contains("xxx..., expected an array").hasSizeLessThan(150);
  }
}

package io.clockwise.app.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.Member;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a vector file says, and what is said of one that cannot be used. */
class VectorFileTest {

  private static String file(String algorithm, String config, String picks) {
    return "{\"algorithm\": \""
        + algorithm
        + "\", \"source\": \"test\", \"config\": {"
        + config
        + "}, \"picks\": "
        + picks
        + "}";
  }

  private static String nodes(String... nodes) {
    return "\"nodes\": [" + String.join(", ", nodes) + "]";
  }

  private static Subject.Placed placed(String algorithm, String config) throws VectorFault {
    return (Subject.Placed) VectorFile.read(file(algorithm, config, "[[\"1\", \"a\"]]")).subject();
  }

  private static List<String> placedAs(String algorithm, String config) throws VectorFault {
    return placed(algorithm, config).topology().members().stream().map(Member::name).toList();
  }

  static Stream<Arguments> faults() {
    String a = nodes("{\"name\": \"a\"}");
    String pick = "[[\"k\", \"a\"]]";
    return Stream.of(
        // the document
        Arguments.of("[]", "the document: given [], expected an object"),
        Arguments.of("", "the document: empty, expected an object"),
        Arguments.of("{\n\"algorithm\": traefik}", "line 2, column 14: not JSON: "),
        Arguments.of("{\"algorithm\": ", "line 1, column 15: not JSON: Unexpected end-of-input"),
        Arguments.of("{} {}", "not JSON: "),
        Arguments.of("{\"algorithm\": 7}", "algorithm: given 7, expected a text"),
        Arguments.of("{\"algorithm\": \"x\"}", "source: missing, expected a text"),
        Arguments.of(
            file("nginx", a, pick),
            "algorithm: given \"nginx\", expected one of anchor, caddy-hrw, envoy-maglev,"),
        Arguments.of(
            file("traefik-hrw", a, pick).replace("\"source\"", "\"sauce\": 1, \"source\""),
            "sauce: unknown field; here are known: algorithm, config, file, picks, source"),
        // the configuration
        Arguments.of(
            file("traefik-hrw", a + ", \"probes\": 3", pick),
            "config.probes: unknown field; here are known: nodes"),
        Arguments.of(file("traefik-hrw", "", pick), "config.nodes: missing, expected an array"),
        Arguments.of(
            file("traefik-hrw", "\"nodes\": {}", pick),
            "config.nodes: given {}, expected an array"),
        Arguments.of(
            file("multi-probe", a + ", \"probes\": \"3\"", pick),
            "config.probes: given \"3\", expected a whole number from 1 to 1000"),
        Arguments.of(
            file("multi-probe", a + ", \"probes\": 4294967297", pick),
            "config.probes: given 4294967297, expected a whole number"),
        Arguments.of(
            file("multi-probe", a + ", \"probes\": 2.5", pick),
            "config.probes: given 2.5, expected a whole number"),
        Arguments.of(
            file("slots", a + ", \"slots\": 65535, \"slack\": 0.02, \"seed\": \"\"", pick),
            "config.slots: given 65535, expected a power of two"),
        Arguments.of(
            file("slots", a + ", \"slots\": 65536, \"slack\": 0.0201, \"seed\": \"\"", pick),
            "config.slack: given 0.0201, expected 0 to 1"),
        Arguments.of(
            file("slots", a + ", \"slots\": 65536, \"slack\": \"0\", \"seed\": \"\"", pick),
            "config.slack: given \"0\", expected a number"),
        Arguments.of(
            file(
                "slots",
                a + ", \"slots\": 65536, \"slack\": 0, \"seed\": \"\", \"digest\": \"xyz\"",
                pick),
            "config.digest: given \"xyz\", expected 16 hexadecimal digits"),
        Arguments.of(
            file("envoy-maglev", a + ", \"table_size\": 65536", pick),
            "config.table_size: given 65536, expected a prime"),
        Arguments.of(
            file("envoy-maglev", a + ", \"locality_weights\": [[\"x\", 1]]", pick),
            "config.nodes: the locality '' of 'a' has no weight; add it to locality_weights"),
        Arguments.of(
            file("envoy-maglev", a + ", \"locality_weights\": [[\"x\"]]", pick),
            "config.locality_weights[0]: given [\"x\"], expected [locality, weight]"),
        Arguments.of(
            file("envoy-maglev", a + ", \"locality_weights\": [[\"x\", 1], [\"x\", 2]]", pick),
            "config.locality_weights[1]: 'x' is there already"),
        Arguments.of(
            file("envoy-ring-hash", a + ", \"hash_function\": \"md5\"", pick),
            "config.hash_function: given \"md5\", expected one of xx_hash, murmur_hash_2"),
        Arguments.of(
            file("envoy-ring-hash", a + ", \"key_is_hash\": 1", pick),
            "config.key_is_hash: given 1, expected true or false"),
        Arguments.of(
            file("caddy-hrw", a + ", \"hash\": \"md5\", \"concat\": \"key-upstream\"", pick),
            "config.hash: no Caddy hashes key-upstream by md5"),
        Arguments.of(
            file(
                "caddy-hrw",
                a
                    + ", \"hash\": \"fnv1a32\", \"concat\": \"key-upstream\","
                    + " \"version\": \"2.8\"",
                pick),
            "config.version: given \"2.8\", expected that of the hash, 2.6.2"),
        Arguments.of(
            file("libmemcached-ketama", a + ", \"behavior\": \"X\"", pick),
            "config.behavior: given \"X\", expected \"MEMCACHED_BEHAVIOR_KETAMA\""),
        Arguments.of(
            file("twemproxy-ketama", a + ", \"hash_tag\": \"{\"", pick),
            "config.hash_tag: given \"{\", expected two characters"),
        Arguments.of(
            file(
                "haproxy-consistent", a + ", \"function\": \"sdbm\", \"hash_key\": \"guid\"", pick),
            "config.nodes: 'a' has no guid"),
        Arguments.of(
            file("haproxy-map-based", a, pick),
            "config.function: missing, expected one of sdbm, djb2, crc32, wt6, none"),
        Arguments.of(
            file("anchor", "\"capacity\": 4, \"working\": 2, \"removed\": [1, 1]", pick),
            "config.removed[1]: bucket 1 is removed already"),
        Arguments.of(
            file("anchor", "\"capacity\": 4, \"working\": 2, \"removed\": [1, 0]", pick),
            "config.removed: all buckets; one at least has to stay"),
        // the nodes
        Arguments.of(
            file("traefik-hrw", "\"nodes\": [\"a\"]", pick),
            "config.nodes[0]: given \"a\", expected an object"),
        Arguments.of(
            file("traefik-hrw", nodes("{\"name\": \"a\"}", "{\"name\": \"a\"}"), pick),
            "config.nodes[1].name: 'a' is the name of an earlier node; names are unique"),
        Arguments.of(
            file("traefik-hrw", nodes("{\"name\": \"a\", \"wieght\": 2}"), pick),
            "config.nodes[0].wieght: unknown field; here are known: address, addrs, down, guid,"),
        Arguments.of(
            file("traefik-hrw", nodes("{\"name\": \"a\", \"weight\": -1}"), pick),
            "config.nodes[0].weight: given -1, expected a whole number from 0 to 65535"),
        Arguments.of(
            file("nginx-hash", nodes("{\"name\": \"a\", \"addrs\": [7]}"), pick),
            "config.nodes[0].addrs[0]: given 7, expected a text"),
        // the picks
        Arguments.of(file("traefik-hrw", a, "[]"), "picks: none, expected at least one"),
        Arguments.of(
            file("traefik-hrw", a, "[[\"k\", \"a\"], [\"k\"]]"),
            "picks[1]: given [\"k\"], expected [key, node]"),
        Arguments.of(
            file("traefik-hrw", a, "[[7, \"a\"]]"), "picks[0][0]: given 7, expected a text"),
        Arguments.of(
            file("traefik-hrw", a, "[[\"\\ud800\", \"a\"]]"),
            "expected a text without half surrogate pairs"),
        Arguments.of(
            file("traefik-hrw", a, "[[\"k\", [\"a\"]]]"),
            "picks[0][1]: given [\"a\"], expected a text"),
        Arguments.of(
            file("nginx-hash-consistent-failover", a + ", \"tries\": 2", pick),
            "picks[0][1]: given \"a\", expected an array of at most 2 nodes"),
        Arguments.of(
            file("nginx-hash-consistent-failover", a + ", \"tries\": 2", "[[\"k\", [\"a\", 1]]]"),
            "picks[0][1][1]: given 1, expected a text"),
        Arguments.of(
            file("jump", "\"buckets\": 3", pick),
            "picks[0][0]: given \"k\", expected an unsigned 64-bit number in decimal"));
  }

  @ParameterizedTest
  @MethodSource("faults")
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

  @Test
  void theNameOfTheFileMayStandInIt() throws VectorFault {
    JsonObject entry = GoldenVectors.of("slots-w5");
    VectorFile with = VectorFile.read(entry.encode());
    entry.remove("file");
    assertThat(VectorFile.read(entry.encode())).isEqualTo(with);
    assertThat(with.algorithm()).isEqualTo("slots");
    assertThat(with.source()).isEqualTo("reference model");
  }

  @Test
  void weightAndStateAreThoseOfTheFile() throws VectorFault {
    Topology topology =
        placed(
                "traefik-hrw",
                nodes(
                    "{\"name\": \"b\", \"down\": true}",
                    "{\"name\": \"a\", \"weight\": 3, \"down\": false}"))
            .topology();
    assertThat(topology.members()).containsExactly(new Member("b", 1), new Member("a", 3));
    assertThat(topology.closed()).containsExactly("b");
  }

  @Test
  void aNodeIsAMemberForEachOfItsAddresses() throws VectorFault {
    Topology topology =
        placed(
                "nginx-hash",
                nodes(
                    "{\"name\": \"h:80\", \"weight\": 2, \"addrs\": [\"10.0.0.1\", \"10.0.0.2\"],"
                        + " \"down\": true}",
                    "{\"name\": \"i\", \"addrs\": [\"10.0.0.3\"]}",
                    "{\"name\": \"j\"}"))
            .topology();
    assertThat(topology.members())
        .containsExactly(
            new Member("h:80#0", 2, "h:80"),
            new Member("h:80#1", 2, "h:80"),
            new Member("i#0", 1, "i"),
            new Member("j", 1));
    assertThat(topology.members().stream().map(topology::name))
        .containsExactly("h:80", "h:80", "i", "j");
    assertThat(topology.closed()).containsExactlyInAnyOrder("h:80#0", "h:80#1");
  }

  @Test
  void haproxyPlacesByWhatItsHashKeyAsksFor() throws VectorFault {
    String some = "\"function\": \"sdbm\", \"hash_key\": \"%s\", ";
    String two =
        nodes(
            "{\"name\": \"a\", \"id\": 7, \"host\": \"::1\", \"port\": 80, \"guid\": \"g\"}",
            "{\"name\": \"8\", \"host\": \"10.0.0.1\", \"port\": 80, \"guid\": \"h\"}");
    assertThat(placedAs("haproxy-consistent", some.formatted("id") + two))
        .containsExactly("7", "server 8");
    assertThat(placedAs("haproxy-consistent", some.formatted("id32") + two))
        .containsExactly("7", "server 8");
    assertThat(placedAs("haproxy-consistent", some.formatted("addr-port") + two))
        .containsExactly("[::1]:80", "10.0.0.1:80");
    assertThat(placedAs("haproxy-consistent", some.formatted("guid") + two))
        .containsExactly("g", "h");
  }

  @Test
  void envoyPlacesByTheFirstHostKeyThatThereIs() throws VectorFault {
    String four =
        nodes(
            "{\"name\": \"a\", \"hash_key\": \"k\", \"host\": \"h\", \"address\": \"i:1\"}",
            "{\"name\": \"b\", \"hash_key\": \"\", \"host\": \"h\", \"address\": \"i:2\"}",
            "{\"name\": \"c\", \"address\": \"i:3\"}",
            "{\"name\": \"d\"}");
    assertThat(placedAs("envoy-maglev", four)).containsExactly("k", "i:2", "i:3", "d");
    assertThat(placedAs("envoy-maglev", four + ", \"use_hostname_for_hashing\": true"))
        .containsExactly("k", "h", "c", "d");
  }

  @Test
  void envoysLocalitiesKeepTheirOrder() throws VectorFault {
    Subject.Placed subject =
        placed(
            "envoy-ring-hash",
            nodes(
                    "{\"name\": \"a\", \"locality\": \"y\"}",
                    "{\"name\": \"b\", \"locality\": \"x\"}",
                    "{\"name\": \"c\", \"locality\": \"y\"}")
                + ", \"locality_weights\": [[\"x\", 2], [\"z\", 5], [\"y\", 0]]");
    assertThat(((EnvoySettings) subject.settings()).localities())
        .containsExactly(
            new EnvoySettings.Locality(2, List.of("b")),
            new EnvoySettings.Locality(5, List.of()),
            new EnvoySettings.Locality(0, List.of("a", "c")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"libketama", "libmemcached-ketama", "libmemcached-ketama-weighted"})
  void ketamaPlacesByHostAndPort(String algorithm) throws VectorFault {
    assertThat(
            placedAs(
                algorithm,
                nodes(
                    "{\"name\": \"a\", \"host\": \"h\", \"port\": 11211}",
                    "{\"name\": \"b:1\", \"host\": \"h\"}")))
        .containsExactly("h:11211", "b:1");
  }

  @Test
  void twemproxyPlacesByLabelAndSpymemcachedByItsFormat() throws VectorFault {
    String two =
        nodes(
            "{\"name\": \"a\", \"host\": \"h\", \"port\": 1, \"ip\": \"10.0.0.1\","
                + " \"label\": \"l\"}",
            "{\"name\": \"b\", \"host\": \"10.0.0.2\", \"port\": 1}");
    assertThat(placedAs("twemproxy-ketama", two)).containsExactly("l", "10.0.0.2:1");
    assertThat(placedAs("spymemcached-ketama", two)).containsExactly("h/10.0.0.1:1", "10.0.0.2:1");
    assertThat(placedAs("spymemcached-ketama", two + ", \"format\": \"LIBMEMCACHED\""))
        .containsExactly("h:1", "10.0.0.2:1");
  }
}

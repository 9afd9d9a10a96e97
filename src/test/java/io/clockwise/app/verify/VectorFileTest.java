package io.clockwise.app.verify;

import static io.clockwise.app.verify.VectorText.file;
import static io.clockwise.app.verify.VectorText.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.Member;
import io.clockwise.testkit.GoldenVectors;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a vector file says. */
class VectorFileTest {

  private static Subject.Placed placed(String algorithm, String config) throws VectorFault {
    return (Subject.Placed) VectorFile.read(file(algorithm, config, "[[\"1\", \"a\"]]")).subject();
  }

  private static List<String> placedAs(String algorithm, String config) throws VectorFault {
    return placed(algorithm, config).topology().members().stream().map(Member::name).toList();
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

  @Test
  void theExampleOfThePageGivesTheAnswerOfThePage() throws Exception {
    String page = Files.readString(Path.of("src/docs/placement.md"));
    Matcher example = Pattern.compile("```json\\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(example.find()).isTrue();
    Verification result = Verification.of(VectorFile.read(example.group(1)));
    assertThat(page).contains("mine.json: " + result.matched() + '/' + result.total() + "\n");
    assertThat(result.mismatches()).hasSize(1);
    Verification.Mismatch mismatch = result.mismatches().get(0);
    assertThat(page)
        .contains(
            mismatch.what() + ": expected " + mismatch.expected() + ", got " + mismatch.got());
  }
}

package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import io.clockwise.config.KeySource;
import io.clockwise.config.KeySource.CertificatePart;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.PathPattern;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeySectionTest {
  private static final KeySource WHOLE_PATH = new KeySource.Path(null, null);

  private static RouteConfig route(String keys) {
    return Documents.valid(
            "routes: [{ " + keys + " }]\npools: { web: { backends: [\"a=10.0.0.1:80\"] } }")
        .routes()
        .get(0);
  }

  private static KeySource source(String key) {
    List<KeySource> sources = route("match: \"/room/{room}/**\", key: " + key).key();
    assertThat(sources).hasSize(1);
    return sources.get(0);
  }

  @Test
  void readsBareWords() {
    assertThat(source("path")).isEqualTo(WHOLE_PATH);
    assertThat(source("target")).isEqualTo(new KeySource.Target(null));
    assertThat(source("host")).isEqualTo(new KeySource.Host(null));
    assertThat(source("method")).isEqualTo(new KeySource.Method(null));
    assertThat(source("tlsServerName")).isEqualTo(new KeySource.TlsServerName(null));
    assertThat(source("tlsClientCertificate")).isEqualTo(certificate(CertificatePart.SUBJECT));
    assertThat(source("clientAddress")).isEqualTo(new KeySource.ClientAddress(32, 64, null));
    assertThat(source("\"{room}\"")).isEqualTo(new KeySource.Capture("room", null));
  }

  @Test
  void readsNamedSources() {
    assertThat(source("{ header: X-User-Id }")).isEqualTo(new KeySource.Header("X-User-Id", null));
    assertThat(source("{ cookie: sid }")).isEqualTo(new KeySource.Cookie("sid", null));
    assertThat(source("{ query: user }")).isEqualTo(new KeySource.Query("user", null));
    assertThat(source("{ path: \"/room/{key}/**\" }"))
        .isEqualTo(new KeySource.Path(PathPattern.parse("/room/{key}/**"), null));
    assertThat(source("{ path: \"{room}\" }")).isEqualTo(new KeySource.Capture("room", null));
    assertThat(source("{ clientAddress: { v4Prefix: 24 } }"))
        .isEqualTo(new KeySource.ClientAddress(24, 64, null));
    assertThat(source("{ clientAddress: }")).isEqualTo(new KeySource.ClientAddress(32, 64, null));
  }

  @Test
  void readsWhichPartOfACertificate() {
    assertThat(source("{ tlsClientCertificate: {} }"))
        .isEqualTo(certificate(CertificatePart.SUBJECT));
    assertThat(source("{ tlsClientCertificate: subject }"))
        .isEqualTo(certificate(CertificatePart.SUBJECT));
    assertThat(source("{ tlsClientCertificate: fingerprint }"))
        .isEqualTo(certificate(CertificatePart.FINGERPRINT));
  }

  private static KeySource certificate(CertificatePart part) {
    return new KeySource.TlsClientCertificate(part, null);
  }

  @Test
  void readsThePatternOfEachSource() {
    Pattern pattern = Pattern.compile("^(a+)");
    String also = ", pattern: ^(a+) }";

    assertThat(source("{ header: X" + also)).isEqualTo(new KeySource.Header("X", pattern));
    assertThat(source("{ cookie: X" + also)).isEqualTo(new KeySource.Cookie("X", pattern));
    assertThat(source("{ query: X" + also)).isEqualTo(new KeySource.Query("X", pattern));
    assertThat(source("{ path: {}" + also)).isEqualTo(new KeySource.Path(null, pattern));
    assertThat(source("{ path: \"{room}\"" + also))
        .isEqualTo(new KeySource.Capture("room", pattern));
    assertThat(source("{ target: {}" + also)).isEqualTo(new KeySource.Target(pattern));
    assertThat(source("{ host: " + also)).isEqualTo(new KeySource.Host(pattern));
    assertThat(source("{ tlsServerName: {}" + also))
        .isEqualTo(new KeySource.TlsServerName(pattern));
    assertThat(source("{ tlsClientCertificate: subject" + also))
        .isEqualTo(new KeySource.TlsClientCertificate(CertificatePart.SUBJECT, pattern));
    assertThat(source("{ method: {}" + also)).isEqualTo(new KeySource.Method(pattern));
    assertThat(source("{ clientAddress: {}" + also))
        .isEqualTo(new KeySource.ClientAddress(32, 64, pattern));
  }

  @Test
  void readsSeveralSourcesAsOneKey() {
    assertThat(source("{ all: [host, { header: X }] }"))
        .isEqualTo(
            new KeySource.All(List.of(new KeySource.Host(null), new KeySource.Header("X", null))));
  }

  @Test
  void readsAListOfSourcesInOrder() {
    assertThat(route("key: [{ header: X }, path]").key())
        .containsExactly(new KeySource.Header("X", null), WHOLE_PATH);
    assertThat(route("key: []").key()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "roundRobin, ROUND_ROBIN",
    "leastRequests, LEAST_REQUESTS",
    "random, RANDOM",
    "reject, REJECT"
  })
  void readsTheRuleForMissingKeys(String word, MissingKeyPolicy policy) {
    assertThat(route("onMissingKey: " + word).onMissingKey()).isEqualTo(policy);
  }

  @Test
  void readsTheMatch() {
    assertThat(route("match: \"/a/*/{b}/**\"").match())
        .isEqualTo(new MatchConfig(List.of(), PathPattern.parse("/a/*/{b}/**"), List.of()));
    assertThat(
            route(
                    "match: { hosts: [Shop.Example.org, \"*.example.org\"], path: /a,"
                        + " methods: [GET, PURGE] }")
                .match())
        .isEqualTo(
            new MatchConfig(
                List.of("shop.example.org", "*.example.org"),
                PathPattern.parse("/a"),
                List.of("GET", "PURGE")));
  }
}

package io.clockwise.bench.peer.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.read.ConfigReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All proxies are told the same. */
class ConfigurationsTest {
  @TempDir Path folder;
  private Certificate certificate = new Certificate(Path.of("c"), Path.of("k"), Path.of("b"));

  @BeforeEach
  void makeCertificate() throws Exception {
    certificate = Certificate.make(folder);
  }

  private Site site(Shape shape, int connections) {
    List<List<String>> pools =
        IntStream.range(0, shape.pools())
            .mapToObj(
                pool ->
                    IntStream.range(0, shape.backends())
                        .mapToObj(backend -> "127.0.%d.%d:9000".formatted(pool, backend + 1))
                        .toList())
            .toList();
    return new Site(folder, shape, 8001, 8002, 8003, pools, certificate, connections);
  }

  private List<String> texts(Site site) {
    return List.of(
        Haproxy.configuration(site),
        Nginx.configuration(site),
        Caddy.configuration(site),
        Clockwise.configuration(site, List.of()));
  }

  @Test
  void everyBackendAndEveryListenerIsNamedOnce() {
    Site site = site(Shape.USUAL.spread(3, 5), 64);
    for (String text : texts(site)) {
      for (List<String> pool : site.pools()) {
        assertThat(pool).allSatisfy(address -> assertThat(text).containsOnlyOnce(address));
      }
      assertThat(List.of("8001", "8002", "8003"))
          .allSatisfy(port -> assertThat(text).containsOnlyOnce(port));
    }
  }

  @Test
  void theKeyIsWhereTheShapeSays() {
    assertThat(texts(site(Shape.USUAL, 64)))
        .allSatisfy(text -> assertThat(text).containsPattern("(?i)x[-_]key"));
    assertThat(texts(site(Shape.USUAL.with(Shape.Key.PATH), 64)))
        .allSatisfy(text -> assertThat(text).doesNotContainPattern("(?i)x[-_]key"));
  }

  @Test
  void othersLogWhenAllDo() {
    Site quiet = site(Shape.USUAL, 64);
    Site logging = site(Shape.USUAL.logging(), 64);

    assertThat(Haproxy.configuration(quiet)).doesNotContain("log");
    assertThat(Haproxy.configuration(logging)).contains("option httplog", "log stdout");
    assertThat(Nginx.configuration(quiet)).contains("access_log off");
    assertThat(Nginx.configuration(logging)).contains("access_log access.log");
    assertThat(Caddy.configuration(quiet)).doesNotContain("log {");
    assertThat(Caddy.configuration(logging)).contains("log {");
  }

  @Test
  void clockwiseReadsItsOwnWithoutAWarning() {
    for (Shape shape :
        List.of(Shape.USUAL, Shape.USUAL.with(Shape.Key.PATH), Shape.USUAL.spread(100, 10))) {
      String text = Clockwise.configuration(site(shape, 10_000), List.of("trustedProxies: []"));
      ConfigDocument document =
          new ConfigDocument("clockwise.yaml", folder, text.getBytes(StandardCharsets.UTF_8));
      ConfigResult result = ConfigReader.read(document, name -> null, "bench");

      assertThat(result).isInstanceOf(ConfigResult.Valid.class);
      ConfigResult.Valid valid = (ConfigResult.Valid) result;
      assertThat(valid.warnings()).isEmpty();
      ClockwiseConfig config = valid.config();
      assertThat(config.pools()).hasSize(shape.pools());
      assertThat(config.routes()).hasSize(shape.pools());
    }
  }

  @Test
  void webSocketNeedsTheUpgradeOfNginx() {
    assertThat(Nginx.configuration(site(Shape.USUAL, 64))).doesNotContain("Upgrade");
    assertThat(Nginx.configuration(site(Shape.USUAL.echoing(), 64))).contains("Upgrade");
  }
}

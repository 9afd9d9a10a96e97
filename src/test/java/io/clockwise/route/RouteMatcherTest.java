package io.clockwise.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.MatchConfig;
import io.clockwise.model.PathPattern;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteMatcherTest {
  private final Extraction extraction = new Extraction();

  private boolean matches(MatchConfig config, Facts facts) {
    return RouteMatcher.of(config).matches(facts, extraction);
  }

  @Test
  void noConditionTakesEverything() {
    assertThat(matches(MatchConfig.ANY, new Facts())).isTrue();
    assertThat(matches(MatchConfig.ANY, new Facts().host(""))).isTrue();
    assertThat(matches(MatchConfig.ANY, new Facts().method("OPTIONS").target("*"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "example.org, true",
    "www.example.org, false",
    "a.shop.example.org, true",
    "a.b.shop.example.org, true",
    "shop.example.org, false",
    ".shop.example.org, false",
    "xshop.example.org, false",
    "'', false"
  })
  void hostsAreExactOrBelowADomain(String host, boolean expected) {
    MatchConfig config =
        new MatchConfig(List.of("example.org", "*.shop.example.org"), PathPattern.ANY, List.of());
    assertThat(matches(config, new Facts().host(host))).isEqualTo(expected);
  }

  @Test
  void aDomainAloneDoesNotTakeOtherHosts() {
    MatchConfig config = new MatchConfig(List.of("*.example.org"), PathPattern.ANY, List.of());
    assertThat(matches(config, new Facts().host("example.org"))).isFalse();
    assertThat(matches(config, new Facts().host("a.example.org"))).isTrue();
  }

  @Test
  void methodsAreCaseSensitive() {
    MatchConfig config = new MatchConfig(List.of(), PathPattern.ANY, List.of("GET", "HEAD"));
    assertThat(matches(config, new Facts())).isTrue();
    assertThat(matches(config, new Facts().method("HEAD"))).isTrue();
    assertThat(matches(config, new Facts().method("get"))).isFalse();
    assertThat(matches(config, new Facts().method("POST"))).isFalse();
  }

  @Test
  void allConditionsMustHold() {
    MatchConfig config =
        new MatchConfig(List.of("a.org"), PathPattern.parse("/api/**"), List.of("GET"));
    assertThat(matches(config, new Facts().host("a.org").target("/api/x"))).isTrue();
    assertThat(matches(config, new Facts().host("b.org").target("/api/x"))).isFalse();
    assertThat(matches(config, new Facts().host("a.org").target("/x"))).isFalse();
    assertThat(matches(config, new Facts().host("a.org").target("/api/x").method("PUT"))).isFalse();
  }

  @Test
  void boundsOfAllCapturesFitHoweverMany() {
    StringBuilder pattern = new StringBuilder();
    StringBuilder target = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      pattern.append("/{c").append(i).append('}');
      target.append("/v").append(i);
    }
    MatchConfig config = Tables.path(pattern.toString());
    assertThat(matches(config, new Facts().target(target.toString()))).isTrue();
    int[] bounds = extraction.routeBounds();
    assertThat(target.substring(bounds[58], bounds[59])).isEqualTo("v29");
  }
}

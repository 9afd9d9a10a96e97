package io.clockwise.route.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CookieCrumbsTest {
  private static List<String> values(String cookies, String name) {
    List<String> values = new ArrayList<>();
    CookieCrumbs crumbs = new CookieCrumbs().over(cookies);
    while (crumbs.next()) {
      if (crumbs.isNamed(name)) {
        values.add(cookies.substring(crumbs.valueFrom(), crumbs.valueTo()));
      }
    }
    return values;
  }

  @Test
  void valuesAreFoundByName() {
    String cookies = "a=1; cw=x.y-z ;\tcw = \"q\";CW=no; b; cw=; xcw=no; =no; cwx=no; d=cw=no";
    assertThat(values(cookies, "cw")).containsExactly("x.y-z", "q", "");
    assertThat(values(cookies, "d")).containsExactly("cw=no");
    assertThat(values("", "cw")).isEmpty();
    assertThat(values("cw", "cw")).isEmpty();
  }

  @Test
  void quotesBelongToTheRawValue() {
    CookieCrumbs crumbs = new CookieCrumbs().over("a=\"1\"");
    assertThat(crumbs.next()).isTrue();
    assertThat("a=\"1\"".substring(crumbs.rawFrom(), crumbs.rawTo())).isEqualTo("\"1\"");
    assertThat(crumbs.next()).isFalse();
    crumbs.over("a=\"");
    assertThat(crumbs.next()).isTrue();
    assertThat(crumbs.valueTo() - crumbs.valueFrom()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a=1; cw=x; b=2|a=1; b=2",
        "cw=x; b=2|b=2",
        "a=1; cw=x|a=1",
        "a=1;cw=x;b=2|a=1;b=2",
        "cw=x; a=1; cw=y; b=2; cw=z|a=1; b=2",
        "a=1; cw2=x|a=1; cw2=x",
        "a=1;  b=\"2; cw=x\"; c|a=1;  b=\"2; c",
        "a=1; cw=x;|a=1;",
        "a=1; ; cw=x; b|a=1; ; b",
      })
  void oneNameIsTakenOutAndTheRestLeftAsItIs(String before, String after) {
    assertThat(CookieCrumbs.without(before, List.of("cw"))).isEqualTo(after);
  }

  @Test
  void nothingMayBeLeft() {
    for (String only : List.of("cw=x", " cw=x ", "cw=x;", "cw=x; cw=y", "cw = \"x\"")) {
      assertThat(CookieCrumbs.without(only, List.of("cw"))).isEmpty();
    }
    assertThat(CookieCrumbs.without("a=1; cw=x; own=y", List.of("own", "cw"))).isEqualTo("a=1");
  }

  @Test
  void aTextWithoutTheNamesIsTheSame() {
    String cookies = " a=1;; b";
    assertThat(CookieCrumbs.without(cookies, List.of("cw"))).isSameAs(cookies);
  }

  @Provide
  Arbitrary<List<String>> crumbs() {
    return Arbitraries.of("a=1", "cw=x", "cw=y", "b=\"2\"", "c", "cw2=z", "xcw=1")
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  @Property
  void whatIsLeftIsWhatWasNotNamed(@ForAll("crumbs") List<String> crumbs) {
    String kept =
        crumbs.stream().filter(each -> !each.startsWith("cw=")).collect(Collectors.joining("; "));
    assertThat(CookieCrumbs.without(String.join("; ", crumbs), List.of("cw"))).isEqualTo(kept);
  }
}

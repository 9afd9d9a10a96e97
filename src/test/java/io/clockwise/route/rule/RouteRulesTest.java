package io.clockwise.route.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.PageFile;
import io.clockwise.config.ReplacePrefixConfig;
import io.clockwise.config.RespondConfig;
import io.clockwise.config.RewriteConfig;
import io.clockwise.model.CidrBlock;
import io.clockwise.testkit.Allocation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteRulesTest {
  private static List<CidrBlock> blocks(String... texts) {
    return Stream.of(texts).map(text -> CidrBlock.parse(text).orElseThrow()).toList();
  }

  private static byte[] address(String text) {
    return CidrBlock.parseAddress(text).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.2.3, true",
    "::ffff:10.1.2.3, true",
    "10.9.0.1, false",
    "192.0.2.1, false",
    "2001:db8::1, true",
    "2001:dead::1, false"
  })
  void allowedIsWhoIsListedAndNotDenied(String client, boolean permitted) {
    AccessRule rule = new AccessRule(blocks("10.0.0.0/8", "2001:db8::/32"), blocks("10.9.0.0/16"));
    byte[] address = address(client);
    assertThat(rule.permits(address)).isEqualTo(permitted);
    assertThat(rule.isOpen()).isFalse();
    Allocation.assertNone(i -> rule.permits(address) ? 1 : 0);
  }

  @Test
  void withoutAllowedOnesEverybodyElseIsServed() {
    AccessRule rule = new AccessRule(List.of(), blocks("10.9.0.0/16"));
    assertThat(rule.permits(address("10.9.1.1"))).isFalse();
    assertThat(rule.permits(address("2001:db8::1"))).isTrue();
    assertThat(new AccessRule(List.of(), List.of()).isOpen()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/api/x, /x, /api",
    "/api, /, /api",
    "/api/, /, /api",
    "/api//x/%2e%2F?, //x/%2e%2F?, /api",
    "/apis/x, /apis/x, ''",
    "/API/x, /API/x, ''",
    "/x/api, /x/api, ''",
    "*, *, ''"
  })
  void aPrefixIsStrippedAtTheEndOfASegment(String path, String expected, String told) {
    PathRewrite rewrite = PathRewrite.of(new RewriteConfig("/api", null));
    assertThat(rewrite.apply(path)).isEqualTo(expected);
    assertThat(rewrite.strippedFrom(path)).isEqualTo(told);
  }

  @ParameterizedTest
  @CsvSource({
    "/api, /v2, /api/x, /v2/x",
    "/api, /v2, /api, /v2",
    "/api, /v2, /apix, /apix",
    "/, /v2, /x, /v2/x",
    "/, /v2, /, /v2/",
    "/api, /, /api/x, /x",
    "/api, /, /api, /",
    "/, /v2, *, *"
  })
  void aPrefixIsReplaced(String from, String to, String path, String expected) {
    PathRewrite rewrite =
        PathRewrite.of(new RewriteConfig(null, new ReplacePrefixConfig(from, to)));
    assertThat(rewrite.apply(path)).isEqualTo(expected);
    assertThat(rewrite.strippedFrom(path)).isEmpty();
  }

  @Test
  void withoutARewriteThePathIsTheSameObject() {
    String path = "/a//b";
    assertThat(PathRewrite.of(null).apply(path)).isSameAs(path);
    assertThat(PathRewrite.NONE.strippedFrom(path)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "https://{host}{path}{query}, /a%20b, x=1&y, https://a.example/a%20b?x=1&y",
    "https://{host}{path}{query}, /, , https://a.example/",
    "https://b.example/, /a, x, https://b.example/",
    "/new{path}, //c.example, , /new//c.example",
    "https://{host}{path}, *, , https://a.example/",
    "https://b.example{path}#top, /{host}, , https://b.example/{host}#top"
  })
  void aPlaceHoldsPartsOfTheRequest(String to, String path, String query, String expected) {
    assertThat(RedirectPlace.of(to).in("a.example", path, query)).isEqualTo(expected);
    assertThat(RedirectPlace.of(to).wantsHost()).isEqualTo(to.contains("{host}"));
  }

  @Test
  void thePageOfAStatusGoesBeforeThatOfItsClass() {
    PageFile exact = new PageFile(Path.of("/a.html"), "text/html", "\u00c3\u00a4");
    PageFile other = new PageFile(Path.of("/b.txt"), "text/plain", "b");
    ErrorPages pages = new ErrorPages(Map.of("502", exact, "5xx", other));
    assertThat(Objects.requireNonNull(pages.of(502)).bytes()).containsExactly(0xc3, 0xa4);
    assertThat(Objects.requireNonNull(pages.of(504)).contentType()).isEqualTo("text/plain");
    assertThat(pages.of(404)).isNull();
    assertThat(ErrorPages.NONE.of(502)).isNull();
  }

  @Test
  void anAnswersBodyIsItsTextOrItsFile() {
    FixedBody text = FixedBody.of(new RespondConfig(200, "ä", "text/x", null));
    assertThat(text.bytes()).isEqualTo("ä".getBytes(StandardCharsets.UTF_8));
    PageFile file = new PageFile(Path.of("/a.png"), "image/png", "\u0089P");
    FixedBody picture = FixedBody.of(new RespondConfig(200, "", "image/x", file));
    assertThat(picture.bytes()).containsExactly(0x89, 'P');
    assertThat(picture.contentType()).isEqualTo("image/x");
  }
}

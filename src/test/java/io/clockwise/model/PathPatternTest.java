package io.clockwise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathPatternTest {

  private static boolean matches(String pattern, String path) {
    PathPattern parsed = PathPattern.parse(pattern);
    return parsed.match(path, new int[2 * parsed.captures().size()]);
  }

  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/cart, /cart",
    "/cart/, /cart/",
    "/a//b, /a//b",
    "/a/b/c, /a/b/c",
    "/caf%C3%A9, /caf%C3%A9",
    "/*, /",
    "/*, /a",
    "/a/*, /a/",
    "/a/*, /a/b",
    "/a/*/c, /a//c",
    "/*/b/*, /a/b/c",
    "/**, /",
    "/**, //",
    "/**, /a/b/",
    "/cart/**, /cart",
    "/cart/**, /cart/",
    "/cart/**, /cart//",
    "/cart/**, /cart/a/b",
    "/cart/*/**, /cart/",
    "/cart/*/**, /cart/a",
    "/cart//**, /cart/",
    "/cart//**, /cart//x",
    "/{a}, /",
    "/{a}/{b}, /x/y",
    "/{a}/**, /x",
    "/a.b, /a.b",
    "/..a, /..a",
  })
  void matching(String pattern, String path) {
    assertThat(matches(pattern, path)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/, //",
    "/, /a",
    "/cart, /cart/",
    "/cart, /Cart",
    "/cart, /car",
    "/cart, /cartx",
    "/cart, /xcart",
    "/cart/, /cart",
    "/cart/, /cart//",
    "/a//b, /a/b",
    "/a/b, /a//b",
    "/a/b, /a%2Fb",
    "/a/b, /a",
    "/a, /%61",
    "/*, /a/",
    "/*, /a/b",
    "/a/*, /a",
    "/a/*/c, /a/b/d",
    "/cart/**, /cartx",
    "/cart/**, /car",
    "/cart/**, /",
    "/cart/*/**, /cart",
    "/cart//**, /cart",
    "/cart//**, /cart/x",
    "/{a}/b, /a",
    "/{a}, /a/",
    "/**, *",
    "/*, *",
    "/a.b, /axb",
  })
  void notMatching(String pattern, String path) {
    assertThat(matches(pattern, path)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "/cart/{id}         | /cart/17       | 17",
        "/cart/{id}         | /cart/         | ~~",
        "/cart/{id}/**      | /cart/17/x/y   | 17",
        "/{a}/x/{b}/*       | /1/x/2%2F3/4   | 1,2%2F3",
        "/{a}/{b}/{c}       | ///            | ,,",
        "/{a}               | /a=b;c,d       | a=b;c,d"
      })
  void capturesAreNoted(String pattern, String path, String expected) {
    PathPattern parsed = PathPattern.parse(pattern);
    int[] bounds = new int[2 * parsed.captures().size()];
    assertThat(parsed.match(path, bounds)).isTrue();
    List<String> captured = new ArrayList<>();
    for (int i = 0; i < bounds.length; i += 2) {
      captured.add(path.substring(bounds[i], bounds[i + 1]));
    }
    assertThat(String.join(",", captured)).isEqualTo(expected);
  }

  @Test
  void capturesAreListedInOrder() {
    assertThat(PathPattern.parse("/{b}/x/{a}/{c-1}/**").captures())
        .containsExactly("b", "a", "c-1");
    assertThat(PathPattern.ANY.captures()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~         | starts with '/'",
        "cart       | starts with '/'",
        "*          | starts with '/'",
        "/**/a      | '**' may only be the last segment",
        "/**/**     | '**' may only be the last segment",
        "/**/       | '**' may only be the last segment",
        "/{a        | is not a capture such as {room}",
        "/{}        | is not a capture such as {room}",
        "/{1}       | is not a capture such as {room}",
        "/{a}{b}    | is not a capture such as {room}",
        "/{a}x      | is not a capture such as {room}",
        "/{*}       | is not a capture such as {room}",
        "/{a}/{a}   | the capture {a} stands twice",
        "/a}        | not a mixture",
        "/x{a}      | not a mixture",
        "/a*        | not a mixture",
        "/***       | not a mixture",
        "/a?b=1     | not a mixture",
        "/a#b       | not a mixture",
        "/a b       | percent-encode",
        "/caf\u00e9 | percent-encode",
        "/a/../b    | never matches",
        "/.         | never matches",
      })
  void malformedPatternsAreRefused(String pattern, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PathPattern.parse(pattern))
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a\nb*", "/\t", "/a\u007f", "/\0"})
  void controlCharactersAreRefused(String pattern) {
    assertThatIllegalArgumentException().isThrownBy(() -> PathPattern.parse(pattern));
  }

  @Test
  void patternsAreEqualByTheirText() {
    PathPattern one = PathPattern.parse("/a/**");
    assertThat(one).isEqualTo(PathPattern.parse("/a/**")).isNotEqualTo(PathPattern.parse("/a"));
    assertThat(one).hasSameHashCodeAs(PathPattern.parse("/a/**")).hasToString("/a/**");
    assertThat(one.equals("/a/**")).isFalse();
    assertThat(PathPattern.parse("/**")).isEqualTo(PathPattern.ANY);
  }
}

package io.clockwise.admin.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
  @ParameterizedTest
  @CsvSource({
    "*, anything, true",
    "cart-*, cart-a, true",
    "cart-*, cart, false",
    "10.0.0.?:80, 10.0.0.1:80, true",
    "10.0.0.?:80, 10.0.0.11:80, false",
    "[::1]:80, [::1]:80, true",
    "a*b*c, a-b-b-c, true",
    "a*b*c, a-c-b, false",
  })
  void fitsWhatItsMarksAllow(String pattern, String name, boolean fits) {
    assertThat(new Glob(pattern).matches(name)).isEqualTo(fits);
  }

  @Property
  void fitsWhatTheSameExpressionFits(
      @ForAll @Chars({'*', '?', 'a', 'b'}) @StringLength(max = 8) String pattern,
      @ForAll @CharRange(from = 'a', to = 'b') @StringLength(max = 10) String name) {
    String expression = pattern.replace("*", ".*").replace("?", ".");
    assertThat(new Glob(pattern).matches(name)).isEqualTo(Pattern.matches(expression, name));
  }
}

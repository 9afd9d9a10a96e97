package io.clockwise.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;

class PathPatternProperties {
  private static final String[] PATTERNS = {
    "/", "/*", "/**", "/a", "/a/", "/a/*", "/a/**", "/a/*/b", "//", "//**", "/*/**", "/*/*",
    "/{x}/a"
  };

  /** The rule again, as a regular expression. */
  private static Pattern asRegex(String pattern) {
    String regex =
        pattern
            .replaceAll("/\\*\\*$", "(/REST)?")
            .replaceAll("\\*|\\{x\\}", "[^/]*")
            .replace("REST", ".*");
    return Pattern.compile(regex);
  }

  @Property(tries = 2_000)
  void agreesWithARegularExpression(
      @ForAll
          @StringLength(max = 6)
          @CharRange(from = 'a', to = 'b')
          @CharRange(from = '/', to = '/')
          String rest) {
    String path = "/" + rest;
    for (String pattern : PATTERNS) {
      assertThat(PathPattern.parse(pattern).match(path, new int[2]))
          .as("%s on %s", pattern, path)
          .isEqualTo(asRegex(pattern).matcher(path).matches());
    }
  }
}

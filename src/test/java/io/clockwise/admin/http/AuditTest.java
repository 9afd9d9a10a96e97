package io.clockwise.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\r\nactor=\"admin\"",
        "\u001b[31mred",
        "\u0000\u007f\u0085",
        "\u2028\u2029\u202e\u200b",
        "a\"b\\c",
        "\ud800",
        "<b>&amp;"
      })
  void quotesOnOneLineWithoutControlCharacters(String text) {
    String quoted = Audit.quote(text);

    assertThat(quoted)
        .startsWith("\"")
        .endsWith("\"")
        .doesNotContainPattern("[\\p{C}\\u2028\\u2029]");
    assertThat(quoted.substring(1, quoted.length() - 1)).doesNotContainPattern("(?<!\\\\)\"");
  }
}

package io.clockwise.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FieldNameTest {
  private static FieldName of(String text) {
    byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.ISO_8859_1);
    return FieldName.of(bytes, 1, bytes.length - 1);
  }

  @ParameterizedTest
  @EnumSource(value = FieldName.class, names = "OTHER", mode = EnumSource.Mode.EXCLUDE)
  void isFoundInAnyCase(FieldName name) {
    assertThat(of(name.text())).isEqualTo(name);
    assertThat(of(name.text().toUpperCase(Locale.ROOT))).isEqualTo(name);
    assertThat(name.text()).isEqualTo(name.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /** No other byte in any place makes the same name, not even one that differs by its case bit. */
  @ParameterizedTest
  @EnumSource(value = FieldName.class, names = "OTHER", mode = EnumSource.Mode.EXCLUDE)
  void isNoOtherThan(FieldName name) {
    for (int i = 0; i < name.text().length(); i++) {
      for (char c = 0; c < 256; c++) {
        char[] chars = name.text().toCharArray();
        boolean letter = chars[i] >= 'a' && chars[i] <= 'z';
        boolean same = c == chars[i] || letter && c == chars[i] - 32;
        chars[i] = c;
        FieldName found = of(new String(chars));
        assertThat(found == name).as("%s, %d in %d", name, (int) c, i).isEqualTo(same);
      }
    }
    assertThat(of(name.text() + "x")).isEqualTo(FieldName.OTHER);
    assertThat(of(name.text().substring(1))).isEqualTo(FieldName.OTHER);
  }

  @ParameterizedTest
  @EnumSource(FieldName.class)
  void aTwinHasUnderscores(FieldName name) {
    assertThat(isTwin(name.text())).isFalse();
    assertThat(isTwin(name.text().replace('-', '_'))).isEqualTo(name.hasTwin());
    assertThat(isTwin(name.name())).isEqualTo(name.hasTwin());
    assertThat(isTwin(name.text().replaceFirst("-", "_"))).isEqualTo(name.hasTwin());
    assertThat(isTwin(name.text().replace('-', 'x'))).isFalse();
    assertThat(isTwin("x" + name.name())).isFalse();
  }

  private static boolean isTwin(String text) {
    byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.ISO_8859_1);
    return FieldName.isTwin(bytes, 1, bytes.length - 1);
  }

  @Test
  void othersAreOther() {
    assertThat(of("")).isEqualTo(FieldName.OTHER);
    assertThat(of("other")).isEqualTo(FieldName.OTHER);
    assertThat(of("x-forwarded-foo")).isEqualTo(FieldName.OTHER);
    assertThat(of("x".repeat(500))).isEqualTo(FieldName.OTHER);
  }
}

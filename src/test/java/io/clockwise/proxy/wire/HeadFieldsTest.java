package io.clockwise.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HeadFieldsTest {
  private final RequestHeadParser parser = new RequestHeadParser(1000);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private HeadFields fields(String... lines) {
    byte[] head = bytes("GET / HTTP/1.1\r\nHost: h\r\n" + String.join("\r\n", lines) + "\r\n\r\n");
    assertThat(parser.parse(head, 0, head.length)).isEqualTo(head.length);
    return parser.fields();
  }

  @Test
  void fieldsAreFoundByName() {
    HeadFields fields = fields("X-Key: a", "Via: 1", "x-KEY: b", "via: 2");
    assertThat(fields.count()).isEqualTo(5);
    assertThat(fields.name(0)).isEqualTo(FieldName.HOST);
    assertThat(fields.name(1)).isEqualTo(FieldName.OTHER);
    assertThat(fields.has(FieldName.VIA)).isTrue();
    assertThat(fields.has(FieldName.TE)).isFalse();
    assertThat(fields.first(FieldName.VIA)).isEqualTo(2);
    assertThat(fields.first(FieldName.TE)).isEqualTo(-1);
    assertThat(fields.times(FieldName.VIA)).isEqualTo(2);
    assertThat(fields.times(FieldName.TE)).isZero();
    assertThat(fields.find(bytes("x-key"))).isEqualTo(1);
    assertThat(fields.find(bytes("x-kez"))).isEqualTo(-1);
    assertThat(fields.find(bytes("x-k"))).isEqualTo(-1);
    assertThat(fields.is(3, "x-key")).isTrue();
    assertThat(fields.is(3, "x-kez")).isFalse();
    assertThat(fields.text(4)).isEqualTo("2");
  }

  @Test
  void whatWasThereBeforeIsForgotten() {
    assertThat(fields("Via: 1", "Via: 2").times(FieldName.VIA)).isEqualTo(2);
    assertThat(fields("Via: 3").times(FieldName.VIA)).isEqualTo(1);
    assertThat(fields("X: 3").has(FieldName.VIA)).isFalse();
  }

  @Test
  void thereMayBeMany() {
    String[] lines = new String[500];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = "N" + i + ": " + i;
    }
    HeadFields fields = fields(lines);
    assertThat(fields.find(bytes("n499"))).isEqualTo(500);
    assertThat(fields.text(500)).isEqualTo("499");
  }

  @Test
  void listsAreSearchedElementByElement() {
    HeadFields fields = fields("Connection: a ,, B\t", "Via: b", "Connection: close");
    assertThat(fields.lists(FieldName.CONNECTION, "a")).isTrue();
    assertThat(fields.lists(FieldName.CONNECTION, "b")).isTrue();
    assertThat(fields.lists(FieldName.CONNECTION, "close")).isTrue();
    assertThat(fields.lists(FieldName.CONNECTION, "clos")).isFalse();
    assertThat(fields.lists(FieldName.CONNECTION, "c")).isFalse();
    assertThat(fields.lists(FieldName.TE, "a")).isFalse();
  }
}

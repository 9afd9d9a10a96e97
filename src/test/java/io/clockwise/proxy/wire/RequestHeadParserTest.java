package io.clockwise.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RequestHeadParserTest {
  private static final String HEAD =
      "GET /a/b?c=d HTTP/1.1\r\nHost: example.test:80\r\nX-Key:  k 1 \r\nContent-Length: 12\r\n\r\n";

  private final RequestHeadParser parser = new RequestHeadParser(100);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void aHeadIsTakenApart() {
    byte[] bytes = bytes(HEAD + "body");
    assertThat(parser.parse(bytes, 0, bytes.length)).isEqualTo(HEAD.length());
    HeadFields fields = parser.fields();
    assertThat(parser.isMethod("GET")).isTrue();
    assertThat(HEAD.substring(parser.pathFrom(), parser.pathTo())).isEqualTo("/a/b");
    assertThat(HEAD.substring(parser.queryFrom(), parser.targetTo())).isEqualTo("c=d");
    assertThat(parser.originForm()).isTrue();
    assertThat(parser.minorVersion()).isEqualTo(1);
    assertThat(parser.contentLength()).isEqualTo(12);
    assertThat(fields.count()).isEqualTo(3);
    assertThat(fields.text(fields.find(bytes("x-key")))).isEqualTo("k 1");
    assertThat(fields.text(fields.first(FieldName.HOST))).isEqualTo("example.test:80");
    assertThat(fields.has(FieldName.CONNECTION)).isFalse();
  }

  @Test
  void aHeadThatIsCutAnywhereIsIncomplete() {
    byte[] bytes = bytes("\r\n" + HEAD);
    for (int to = 0; to < bytes.length; to++) {
      assertThat(parser.parse(bytes, 0, to)).as("%d", to).isEqualTo(RequestHeadParser.INCOMPLETE);
    }
    assertThat(parser.parse(bytes, 0, bytes.length)).isEqualTo(bytes.length);
  }
}

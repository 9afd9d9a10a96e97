package io.clockwise.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.Allocation;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerHeadParserTest {
  private static final String HEAD =
      "HTTP/1.1 404 Not  here\r\nContent-Length: 12\r\nConnection: Close\r\n\r\n";

  private final AnswerHeadParser parser = new AnswerHeadParser(100);

  private int parse(String head) {
    byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
    return parser.parse(bytes, 0, bytes.length);
  }

  private void assertTaken(String head) {
    assertThat(parse(head)).as(head).isEqualTo(head.length());
    assertThat(parser.fault()).isNull();
  }

  private void assertRefused(String head, HeadFault why) {
    assertThat(parse(head)).as(head).isEqualTo(RequestHeadParser.FAULT);
    assertThat(parser.fault()).as(head).isEqualTo(why);
  }

  @Test
  void aHeadIsTakenApart() {
    byte[] bytes = ("before" + HEAD + "body").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(parser.parse(bytes, 6, bytes.length)).isEqualTo(HEAD.length());
    assertThat(parser.status()).isEqualTo(404);
    String all = "before" + HEAD;
    assertThat(all.substring(parser.reasonFrom(), parser.reasonTo())).isEqualTo("Not  here");
    assertThat(parser.minorVersion()).isEqualTo(1);
    assertThat(parser.contentLength()).isEqualTo(12);
    assertThat(parser.chunked()).isFalse();
    assertThat(parser.keepsAlive()).isFalse();
    assertThat(parser.fields().count()).isEqualTo(2);
  }

  @Test
  void aHeadThatIsCutAnywhereIsIncomplete() {
    byte[] bytes = HEAD.getBytes(StandardCharsets.ISO_8859_1);
    for (int to = 0; to < bytes.length; to++) {
      int length = parser.parse(bytes, 0, to);
      assertThat(length).as("%d", to).isEqualTo(RequestHeadParser.INCOMPLETE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK",
        "HTTP/1.1 200 ",
        "HTTP/1.1 200",
        "HTTP/1.0 599 \u00e9\t!",
        "HTTP/1.1 100 Continue"
      })
  void statusLinesPass(String line) {
    assertTaken(line + "\r\n\r\n");
    assertThat(parser.contentLength()).isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "HTTP/1.1 +200 X ~ STATUS",
        "HTTP/1.1 0200 X ~ STATUS",
        "HTTP/1.1 20x X ~ STATUS",
        "HTTP/1.1 2000 X ~ STATUS",
        "HTTP/1.1 -20 X ~ STATUS",
        "HTTP/1.1 099 X ~ STATUS",
        "HTTP/1.1 600 X ~ STATUS",
        "HTTP/1.1 20 X ~ STATUS",
        "HTTP/1.1 200X ~ STATUS",
        "HTTP/1.1  200 X ~ STATUS",
        "HTTP/1.1_200 X ~ MALFORMED",
        "HTTP/1.2 200 X ~ VERSION",
        "HTTP/2.0 200 X ~ VERSION",
        "http/1.1 200 X ~ MALFORMED",
        "ICY 200 OK ~ MALFORMED",
        "HTTP/1.1 200 a\\0b ~ MALFORMED",
        "HTTP/1.1 200 a\\rb ~ MALFORMED",
        "HTTP/1.1 200 a\u007f ~ MALFORMED",
        "HTTP/1.1 200 a\\n ~ MALFORMED",
        "X ~ MALFORMED"
      })
  void otherStatusLinesAreRefused(String line, HeadFault why) {
    String text = line.replace("\\0", "\0").replace("\\r", "\r").replace("\\n", "\n");
    assertRefused(text + "\r\nContent-Length: 0\r\n\r\n", why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "X Y: b^ ~ FIELD_NAME",
        "X : b^ ~ FIELD_NAME",
        "X\\t: b^ ~ FIELD_NAME",
        ": b^ ~ FIELD_NAME",
        "X^ ~ FIELD_NAME",
        "X: a^ b^ ~ FOLDED",
        "X: a\\0^ ~ FIELD_VALUE",
        "Content-Length: 1^Content-Length: 1^ ~ LENGTH",
        "Content-Length: 1, 1^ ~ LENGTH",
        "Content-Length: +1^ ~ LENGTH",
        "Content-Length: 1^Transfer-Encoding: chunked^ ~ FRAMING",
        "Transfer-Encoding: gzip, chunked^ ~ UNKNOWN_CODING",
        "Transfer-Encoding: gzip^ ~ CODING"
      })
  void otherFieldsAreRefused(String fields, HeadFault why) {
    String lines = fields.replace("^", "\r\n").replace("\\t", "\t").replace("\\0", "\0");
    assertRefused("HTTP/1.1 200 OK\r\nDate: x\r\n" + lines + "\r\n", why);
  }

  @Test
  void anOldVersionIsNotLessStrict() {
    String twice = "Content-Length: 1\r\nContent-Length: 2\r\n\r\n";
    assertRefused("HTTP/1.0 200 OK\r\n" + twice, HeadFault.LENGTH);
    String coded = "Transfer-Encoding: chunked\r\n\r\n";
    assertRefused("HTTP/1.0 200 OK\r\n" + coded, HeadFault.FRAMING);
    assertTaken("HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n\r\n");
    assertThat(parser.keepsAlive()).isTrue();
    assertTaken("HTTP/1.0 200 OK\r\n\r\n");
    assertThat(parser.keepsAlive()).isFalse();
    assertTaken("HTTP/1.1 200 OK\r\n" + coded);
    assertThat(parser.chunked()).isTrue();
  }

  /** RFC 9112 section 5.1: a proxy takes them away. */
  @Test
  void blanksBeforeAColonMayBeCut() {
    parser.cutsBlanks(true);
    assertTaken("HTTP/1.1 200 OK\r\nContent-Length \t: 7\r\nX-A:b\r\n\r\n");
    assertThat(parser.contentLength()).isEqualTo(7);
    HeadFields fields = parser.fields();
    assertThat(fields.nameTo(0) - fields.nameFrom(0)).isEqualTo("Content-Length".length());
    String head = "HTTP/1.1 200 OK\r\n";
    assertRefused(head + "X Y: b\r\n\r\n", HeadFault.FIELD_NAME);
    assertRefused(head + " : b\r\n\r\n", HeadFault.FOLDED);
    assertRefused(head + "X \r\n\r\n", HeadFault.FIELD_NAME);
    assertThat(parse(head + "X ")).isEqualTo(RequestHeadParser.INCOMPLETE);
  }

  @Test
  void aHeadIsRefusedBeyondEachLimit() {
    AnswerHeadParser small = new AnswerHeadParser(2).limits(20, 30);
    byte[] line = "HTTP/1.1 200 12345678".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(small.parse(line, 0, line.length)).isEqualTo(RequestHeadParser.FAULT);
    assertThat(small.fault()).isEqualTo(HeadFault.LINE_TOO_LONG);
    byte[] ended = "HTTP/1.1 200 12345678\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(small.parse(ended, 0, ended.length)).isEqualTo(RequestHeadParser.FAULT);
    assertThat(small.fault()).isEqualTo(HeadFault.LINE_TOO_LONG);
    byte[] large = ("HTTP/1.1 200\r\nX: " + "a".repeat(28)).getBytes(StandardCharsets.ISO_8859_1);
    assertThat(small.parse(large, 0, large.length)).isEqualTo(RequestHeadParser.FAULT);
    assertThat(small.fault()).isEqualTo(HeadFault.FIELDS_TOO_LARGE);
    byte[] many = "HTTP/1.1 200\r\nX:\r\nX:\r\nX:\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(small.parse(many, 0, many.length)).isEqualTo(RequestHeadParser.FAULT);
    assertThat(small.fault()).isEqualTo(HeadFault.TOO_MANY_FIELDS);
  }

  @Test
  void nothingIsAllocatedForAHead() {
    byte[] good = HEAD.getBytes(StandardCharsets.ISO_8859_1);
    Allocation.assertNone(i -> parser.parse(good, 0, good.length));
  }
}

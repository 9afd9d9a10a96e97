package io.clockwise.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.TargetRule;
import io.clockwise.testkit.Allocation;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadParserTest {
  private static final String HEAD =
      "GET /a/b?c=d HTTP/1.1\r\nHost: example.test:80\r\nX-Key: \t k 1 \r\nContent-Length: 12\r\n\r\n";
  private final RequestHeadParser parser = new RequestHeadParser(100).limits(LimitsConfig.DEFAULT);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private int parse(String head) {
    byte[] bytes = bytes(head);
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
    byte[] bytes = bytes("before" + HEAD + "body");
    assertThat(parser.parse(bytes, 6, bytes.length)).isEqualTo(HEAD.length());
    HeadFields fields = parser.fields();
    assertThat(text(bytes, parser.methodFrom(), parser.methodTo())).isEqualTo("GET");
    assertThat(parser.isMethod("GET")).isTrue();
    assertThat(parser.isMethod("get")).isFalse();
    assertThat(parser.isMethod("GETS")).isFalse();
    assertThat(text(bytes, parser.targetFrom(), parser.targetTo())).isEqualTo("/a/b?c=d");
    assertThat(text(bytes, parser.pathFrom(), parser.pathTo())).isEqualTo("/a/b");
    assertThat(parser.hasQuery()).isTrue();
    assertThat(text(bytes, parser.queryFrom(), parser.targetTo())).isEqualTo("c=d");
    assertThat(parser.originForm()).isTrue();
    assertThat(parser.asteriskForm()).isFalse();
    assertThat(parser.authorityFrom()).isEqualTo(parser.authorityTo());
    assertThat(parser.minorVersion()).isEqualTo(1);
    assertThat(parser.contentLength()).isEqualTo(12);
    assertThat(parser.chunked()).isFalse();
    assertThat(parser.keepsAlive()).isTrue();
    assertThat(fields.count()).isEqualTo(3);
    assertThat(fields.text(1)).isEqualTo("k 1");
    assertThat(fields.text(fields.first(FieldName.HOST))).isEqualTo("example.test:80");
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  @Test
  void aHeadThatIsCutAnywhereIsIncomplete() {
    byte[] bytes = bytes("\r\n" + HEAD);
    for (int to = 0; to < bytes.length; to++) {
      int length = parser.parse(bytes, 0, to);
      assertThat(length).as("%d", to).isEqualTo(RequestHeadParser.INCOMPLETE);
      assertThat(parser.fault()).isNull();
    }
    assertThat(parser.parse(bytes, 0, bytes.length)).isEqualTo(bytes.length);
  }

  /** The line and the fault; a caret is a line end, an underscore a blank. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "GET_/_HTTP/1.2^ ~ VERSION",
        "GET_/_HTTP/2.0^ ~ VERSION",
        "PRI_*_HTTP/2.0^ ~ ASTERISK",
        "GET_/_HTTP/1.10^ ~ MALFORMED",
        "GET_/_http/1.1^ ~ MALFORMED",
        "GET_/^ ~ TARGET",
        "GET_/_^ ~ MALFORMED",
        "GET_/_HTTP/1.1_^ ~ MALFORMED",
        "GET_/__HTTP/1.1^ ~ MALFORMED",
        "GET__/_HTTP/1.1^ ~ TARGET_FORM",
        "_GET_/_HTTP/1.1^ ~ MALFORMED",
        "GET_/_HTTP/1.1.^ ~ MALFORMED",
        "GET_/a_b_HTTP/1.1^ ~ MALFORMED",
        "GET^ ~ METHOD",
        "G(T_/_HTTP/1.1^ ~ METHOD",
        "TRACE_/_HTTP/1.1^ ~ UNSERVED_METHOD",
        "CONNECT_h:1_HTTP/1.1^ ~ UNSERVED_METHOD",
        "GET_/_HTTP/1.1\\n ~ MALFORMED",
        "GET_/\\n_HTTP/1.1^ ~ TARGET",
        "GET_/_HTTP/1.1\\r\\r\\n ~ MALFORMED",
        "GET_/_HTTP/x.1^ ~ MALFORMED",
        "GET_\\t_HTTP/1.1^ ~ TARGET"
      })
  void otherFirstLinesAreRefused(String line, HeadFault why) {
    String head = line.replace('_', ' ').replace("^", "\r\n").replace("\\n", "\n");
    assertRefused(head.replace("\\r", "\r").replace("\\t", "\t") + "Host: h\r\n\r\n", why);
  }

  /** The fields behind a Host field. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "X : b^ ~ FIELD_NAME",
        "X Y: b^ ~ FIELD_NAME",
        ": b^ ~ FIELD_NAME",
        "X^ ~ FIELD_NAME",
        "X/Y: b^ ~ FIELD_NAME",
        "X\u00e9: b^ ~ FIELD_NAME",
        ":authority: h^ ~ FIELD_NAME",
        "X: a^ b^ ~ FOLDED",
        "X: a^\\tb^ ~ FOLDED",
        "X: a\\0b^ ~ FIELD_VALUE",
        "X: a\\rb^ ~ FIELD_VALUE",
        "X: a\\nb^ ~ FIELD_VALUE",
        "X: a\\n ~ FIELD_VALUE",
        "X: a\u007f^ ~ FIELD_VALUE",
        "X: a\u0001b^ ~ FIELD_VALUE",
        "X: \u000b^ ~ FIELD_VALUE",
        "Host: h^ ~ HOST",
        "Content-Length: ^ ~ LENGTH",
        "Content-Length: +1^ ~ LENGTH",
        "Content-Length: -1^ ~ LENGTH",
        "Content-Length: 1a^ ~ LENGTH",
        "Content-Length: 5, 5^ ~ LENGTH",
        "Content-Length: 5^Content-Length: 5^ ~ LENGTH",
        "Content-Length: 5^content-length: 6^ ~ LENGTH",
        "Content-Length: 9223372036854775808^ ~ LENGTH",
        "Content-Length: 1^Transfer-Encoding: chunked^ ~ FRAMING",
        "Transfer-Encoding: chunked^Content-Length: 1^ ~ FRAMING",
        "Transfer-Encoding: gzip, chunked^ ~ UNKNOWN_CODING",
        "Transfer-Encoding: gzip^Transfer-Encoding: chunked^ ~ UNKNOWN_CODING",
        "Transfer-Encoding: chunked, gzip^ ~ CODING",
        "Transfer-Encoding: gzip^ ~ CODING",
        "Transfer-Encoding: xchunked^ ~ CODING",
        "Transfer-Encoding:^ ~ CODING",
        "Transfer-Encoding: chunked, chunked^ ~ CODING",
        "Transfer-Encoding: chunked^Transfer-Encoding: chunked^ ~ CODING",
        "Expect: 200-ok^ ~ EXPECTATION",
        "Expect: 100-continue^Expect: x^ ~ EXPECTATION",
        "Content-Rength: 5^ ~ LOOK_ALIKE",
        "content-#ype: 5^ ~ LOOK_ALIKE",
        "Sec-WebSocket-Key1: 5^sec-websocket-key2: 5^ ~ LOOK_ALIKE"
      })
  void otherFieldsAreRefused(String fields, HeadFault why) {
    String lines = fields.replace("^", "\r\n").replace("\\0", "\0").replace("\\t", "\t");
    lines = lines.replace("\\n", "\n").replace("\\r", "\r");
    assertRefused("PUT / HTTP/1.1\r\nHost: h\r\n" + lines + "\r\n", why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X:\r\n",
        "X: \r\n",
        "X:b\r\n",
        "X: a\tb \u00e9\u0080 \r\n",
        "Content-Length: 007\r\n",
        "Transfer-Encoding: Chunked \r\n",
        "Expect: 100-Continue\r\n",
        "Content-Xtype: a\r\n",
        "!#$%&'*+-.^_`|~09azAZ: x\r\n",
        "Sec-WebSocket-Key1: 5\r\nSec-WebSocket-Key1: 6\r\n"
      })
  void otherWellFormedFieldsPass(String fields) {
    assertTaken("PUT / HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n");
  }

  @Test
  void anOldVersionNeedsNoHostAndHasNoCodings() {
    assertTaken("GET / HTTP/1.0\r\n\r\n");
    assertTaken("GET / HTTP/1.0\r\nExpect: anything\r\n\r\n");
    assertRefused("GET / HTTP/1.1\r\n\r\n", HeadFault.HOST);
    assertRefused("GET / HTTP/1.0\r\nHost:\r\n\r\n", HeadFault.HOST);
    String coded = "Transfer-Encoding: chunked\r\n\r\n";
    assertRefused("PUT / HTTP/1.0\r\nHost: h\r\n" + coded, HeadFault.FRAMING);
    String twice = "Content-Length: 1\r\nContent-Length: 2\r\n\r\n";
    assertRefused("PUT / HTTP/1.0\r\nHost: h\r\n" + twice, HeadFault.LENGTH);
  }

  @ParameterizedTest
  @CsvSource({
    "1, , true",
    "0, , false",
    "1, close, false",
    "1, 'x, CLOSE', false",
    "0, keep-alive, true",
    "0, 'Keep-Alive , close', false",
    "1, closed, true",
    "1, ', ,', true"
  })
  void theVersionAndConnectionTellWhetherItGoesOn(int version, String connection, boolean on) {
    String field = connection == null ? "" : "Connection: a\r\nConnection: " + connection + "\r\n";
    assertTaken("GET / HTTP/1." + version + "\r\nHost: h\r\n" + field + "\r\n");
    assertThat(parser.keepsAlive()).isEqualTo(on);
  }

  @Test
  void emptyLinesBeforeTheHeadArePassedOver() {
    assertTaken("\r\n\r\n" + HEAD);
    assertThat(parse("\r\n\r\n")).isEqualTo(RequestHeadParser.INCOMPLETE);
    assertThat(parse("\r")).isEqualTo(RequestHeadParser.INCOMPLETE);
    assertRefused("\n" + HEAD, HeadFault.MALFORMED);
    assertRefused("\rGET", HeadFault.MALFORMED);
    assertRefused("\r\n".repeat(9) + HEAD, HeadFault.MALFORMED);
  }

  @Test
  void aHeadIsRefusedBeyondEachLimitAndNotAtIt() {
    parser.limits(64, 256, TargetRule.BROWSER);
    String line = "GET /" + "a".repeat(64 - 14) + " HTTP/1.1";
    assertTaken(line + "\r\nHost: h\r\n\r\n");
    assertRefused(line.replace("/a", "/aa") + "\r\nHost: h\r\n\r\n", HeadFault.LINE_TOO_LONG);
    assertRefused("GET /" + "a".repeat(64), HeadFault.LINE_TOO_LONG);
    assertRefused("G".repeat(65), HeadFault.LINE_TOO_LONG);
    assertRefused("GET h" + "a".repeat(64), HeadFault.LINE_TOO_LONG);
    assertRefused("GET /?" + "a".repeat(64), HeadFault.LINE_TOO_LONG);
    String fields = "Host: h\r\nX: " + "a".repeat(256 - 7 - 3);
    assertTaken("GET / HTTP/1.1\r\n" + fields + "\r\n\r\n");
    assertRefused("GET / HTTP/1.1\r\n" + fields + "a\r\n\r\n", HeadFault.FIELDS_TOO_LARGE);
    assertRefused("GET / HTTP/1.1\r\n" + fields + "a", HeadFault.FIELDS_TOO_LARGE);
    assertRefused("GET / HTTP/1.1\r\n" + "a".repeat(257), HeadFault.FIELDS_TOO_LARGE);
    String many = "X: a\r\n".repeat(99);
    parser.limits(LimitsConfig.DEFAULT);
    assertTaken("GET / HTTP/1.1\r\nHost: h\r\n" + many + "\r\n");
    assertThat(parser.fields().count()).isEqualTo(100);
    String more = "GET / HTTP/1.1\r\nHost: h\r\n" + many + "Y: a\r\n\r\n";
    assertRefused(more, HeadFault.TOO_MANY_FIELDS);
  }

  @Test
  void nothingIsAllocatedForAHead() {
    byte[] good =
        bytes(HEAD.replace("12", "12\r\nConnection: a, keep-alive\r\nExpect: 100-continue"));
    byte[] bad = bytes(HEAD.replace("12", "x"));
    Allocation.assertNone(i -> parser.parse(good, 0, good.length));
    Allocation.assertNone(i -> parser.parse(bad, 0, bad.length));
  }

  @Test
  void eachFaultSaysWhatTheClientIsTold() {
    for (HeadFault fault : HeadFault.values()) {
      assertThat(fault.detail()).isNotBlank();
      assertThat(Objects.requireNonNull(fault.kind())).isNotNull();
    }
  }
}

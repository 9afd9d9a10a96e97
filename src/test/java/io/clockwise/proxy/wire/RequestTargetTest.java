package io.clockwise.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.TargetRule;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which targets of requests are taken, and how they are taken apart. */
class RequestTargetTest {
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

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "//",
        "/a/.b/..c/d./...",
        "/%41%2F",
        "/a;b=c,d",
        "/x?",
        "/x?a/../b?c",
        "/~!$&'()*+:@",
        "http://h",
        "http://h:80/x",
        "http://h:/",
        "HTTPS://[::1]:8443/?q",
        "http://h?q",
        "/x?a=%zz|^{}\"[]%"
      })
  void wellFormedTargetsPass(String target) {
    assertTaken("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "a ~ TARGET_FORM",
        "* ~ ASTERISK",
        "** ~ TARGET_FORM",
        "http:// ~ TARGET_FORM",
        "http:///x ~ TARGET_FORM",
        "ftp://h/ ~ TARGET_FORM",
        "http:/h ~ TARGET_FORM",
        "h:80 ~ TARGET_FORM",
        "http://u@h/ ~ AUTHORITY",
        "http://[::1/ ~ AUTHORITY",
        "http://[:::]/ ~ AUTHORITY",
        "http://h:99999/ ~ AUTHORITY",
        "http://h%/ ~ AUTHORITY",
        "/a#b ~ TARGET",
        "/a%zz ~ TARGET",
        "/a%4 ~ TARGET",
        "/a\\b ~ TARGET",
        "/<a> ~ TARGET",
        "/a?b#c ~ TARGET",
        "/a?<b> ~ TARGET",
        "/a?`` ~ TARGET",
        "/\u00e9 ~ TARGET",
        "/a|b ~ TARGET",
        "/a/../b ~ DOT_SEGMENT",
        "/a/./b ~ DOT_SEGMENT",
        "/.. ~ DOT_SEGMENT",
        "/a/. ~ DOT_SEGMENT",
        "/a/%2e%2E/b ~ DOT_SEGMENT",
        "/a%2f..%2Fb ~ DOT_SEGMENT",
        "/a/.%5c ~ DOT_SEGMENT",
        "/a/.%2e ~ DOT_SEGMENT",
        "http://h/../x ~ DOT_SEGMENT"
      })
  void otherTargetsAreRefused(String target, HeadFault why) {
    assertRefused("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n", why);
  }

  @Test
  void theStrictRuleHasOnlyWhatTheStandardHas() {
    parser.limits(1000, 1000, TargetRule.RFC);
    assertTaken("GET /x?a=b%20c/?@: HTTP/1.1\r\nHost: h\r\n\r\n");
    for (String query : new String[] {"|", "^", "{", "}", "\"", "[", "]", "%zz", "%", "%4"}) {
      assertRefused("GET /x?a" + query + " HTTP/1.1\r\nHost: h\r\n\r\n", HeadFault.TARGET);
    }
  }

  @Test
  void absoluteTargetsHaveAnAuthority() {
    String head = "GET http://h:81?q HTTP/1.1\r\nHost: h\r\n\r\n";
    assertTaken(head);
    assertThat(parser.originForm()).isFalse();
    assertThat(head.substring(parser.authorityFrom(), parser.authorityTo())).isEqualTo("h:81");
    assertThat(parser.pathFrom()).isEqualTo(parser.pathTo());
    assertThat(head.substring(parser.queryFrom(), parser.targetTo())).isEqualTo("q");
    assertTaken("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n");
    assertThat(parser.asteriskForm()).isTrue();
    assertThat(parser.originForm()).isFalse();
    assertThat(parser.hasQuery()).isFalse();
  }
}

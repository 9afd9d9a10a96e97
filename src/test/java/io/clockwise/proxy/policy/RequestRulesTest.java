package io.clockwise.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.TargetRule;
import io.clockwise.model.FailureKind;
import io.clockwise.model.text.HostName;
import io.clockwise.model.text.RequestTarget;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestRulesTest {
  private static final LimitsConfig BROWSER = LimitsConfig.DEFAULT;
  private static final LimitsConfig RFC =
      new LimitsConfig(
          BROWSER.requestLine(),
          BROWSER.headers(),
          BROWSER.headerCount(),
          BROWSER.headTimeout(),
          BROWSER.bodyIdle(),
          BROWSER.keepAliveIdle(),
          BROWSER.connections(),
          BROWSER.connectionsPerAddress(),
          TargetRule.RFC);

  private static MultiMap host(String host) {
    return MultiMap.caseInsensitiveMultiMap().add("Host", host);
  }

  private static ProxyFailure check(String target, MultiMap fields, LimitsConfig limits) {
    return RequestRules.check(
        "GET", RequestTarget.parse(target), HttpVersion.HTTP_1_1, fields, null, limits);
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
        "/x?a/../b",
        "/~!$&'()*+:@",
        "http://h",
        "http://h:80/x",
        "HTTPS://[::1]:8443/?q",
        "/x?a=%zz|^{}\"[]"
      })
  void wellFormedTargetsPass(String target) {
    assertThat(check(target, host("h"), BROWSER)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "/a b",
        "/a\tb",
        "/\u00e9",
        "/a\\b",
        "/<",
        "/|",
        "/a[b]",
        "/%",
        "/%4",
        "/%4g",
        "/./",
        "/..",
        "/a/..",
        "/a/%2E./",
        "/%2e",
        "/a%5c..%5c",
        "/x?<",
        "/x?\u007f",
        "/x?a#b",
        "ftp://h/",
        "http://",
        "http:///x",
        "http://h:x/",
        "http://[::1/"
      })
  void malformedTargetsDoNot(String target) {
    assertThat(check(target, host("h"), BROWSER).kind()).isEqualTo(FailureKind.BAD_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/x?|", "/x?[]", "/x?%zz", "/x?\""})
  void whatBrowsersSendIsMalformedByTheBook(String target) {
    assertThat(check(target, host("h"), BROWSER)).isNull();
    assertThat(check(target, host("h"), RFC).kind()).isEqualTo(FailureKind.BAD_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "h",
        "H.test",
        "h:",
        "h:0",
        "h:65535",
        "10.0.0.1",
        "[::1]",
        "[::1]:80",
        "a_b",
        "%41"
      })
  void hostsPass(String host) {
    assertThat(check("/", host(host), BROWSER)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ":80",
        "a b",
        "a/b",
        "a:65536",
        "a:b",
        "a:1:2",
        "[::1",
        "[x]",
        "u@h",
        "%4",
        "[:::]",
        "[::]]",
        "[]",
        "[1:2]",
        "[1::2::3]",
        "[::1.2.3.256]",
        "[::1%25eth0]"
      })
  void whatIsNoHostDoesNot(String host) {
    assertThat(check("/", host(host), BROWSER).kind()).isEqualTo(FailureKind.BAD_REQUEST);
  }

  @Test
  void onlyHttp10MayLackAHost() {
    MultiMap none = MultiMap.caseInsensitiveMultiMap();
    RequestTarget root = RequestTarget.parse("/");
    assertThat(RequestRules.check("GET", root, HttpVersion.HTTP_1_0, none, null, BROWSER)).isNull();
    assertThat(RequestRules.check("GET", root, HttpVersion.HTTP_1_1, none, null, BROWSER))
        .isNotNull();
  }

  @Test
  void hostNamesHaveNoPortAndAreInLowerCase() {
    assertThat(HostName.of("Shop.Test:81")).isEqualTo("shop.test");
    assertThat(HostName.of("[2001:DB8::1]:81")).isEqualTo("[2001:db8::1]");
    assertThat(HostName.of("[2001:DB8::1]")).isEqualTo("[2001:db8::1]");
  }

  @Test
  void anAbsoluteTargetIsForwardedAsAPath() {
    assertThat(RequestTarget.parse("http://h").forwarded()).isEqualTo("/");
    assertThat(RequestTarget.parse("http://h?q").forwarded()).isEqualTo("/?q");
    assertThat(RequestTarget.parse("/a?").forwarded()).isEqualTo("/a?");
    assertThat(RequestTarget.parse("/a??b").query()).isEqualTo("?b");
  }
}

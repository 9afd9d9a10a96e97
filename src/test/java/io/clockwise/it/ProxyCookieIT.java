package io.clockwise.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.AffinityConfig.Cookie;
import io.clockwise.model.ChosenBy;
import io.clockwise.telemetry.AffinityMeters.Step;
import io.clockwise.telemetry.session.CookieVerdict;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.TestBackend;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The affinity cookie: when it is set, renewed, kept and cleared. */
@Timeout(60)
class ProxyCookieIT extends CookieFixture {
  private static final String NEW =
      "cw=v1\\.[\\w.-]{52}; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax";

  @BeforeEach
  void start() throws IOException {
    begin(Cookie.DEFAULT, "a", "b", "c");
  }

  private long judged(CookieVerdict verdict) {
    return proxy.meters().loop(0).affinity().verdicts(verdict);
  }

  private long steps(Step step) {
    return proxy.meters().loop(0).affinity().steps(step);
  }

  private static void assertNew(RawAnswer answer) {
    assertThat(answer.fields("set-cookie")).singleElement().asString().matches(NEW);
    assertThat(answer.fields("cache-control")).containsExactly("private");
  }

  private static void assertNone(RawAnswer answer) {
    assertThat(answer.fields("set-cookie")).isEmpty();
    assertThat(answer.fields("cache-control")).isEmpty();
  }

  @Test
  void theFirstAnswerNamesItsBackend() throws IOException {
    for (int i = 0; i < 12; i++) {
      RawAnswer first = ask();
      assertNew(first);
      String cookie = pair(first.field("set-cookie").orElseThrow());
      for (int j = 0; j < 3; j++) {
        RawAnswer next = with(cookie);
        assertThat(next.text()).isEqualTo(first.text());
        assertNone(next);
      }
    }
    assertThat(judged(CookieVerdict.NONE)).isEqualTo(12);
    assertThat(judged(CookieVerdict.VALID)).isEqualTo(36);
    assertThat(steps(Step.NEW)).isEqualTo(12);
    await().until(() -> proxy.records().size() == 48);
    assertThat(proxy.records().get(1).choice()).isNotNull();
    assertThat(proxy.records().get(1).choice().chosenBy()).isEqualTo(ChosenBy.COOKIE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "%s|",
        "\"%s\"|",
        "a=1; %s; b=\"2; 3\"|a=1; b=\"2; 3\"",
        "%s; a=1|a=1",
        "a=1;%s|a=1",
        "cw2=x; %s; %s; cw3=y|cw2=x; cw3=y",
      })
  void backendsDoNotSeeIt(String cookies, String left) throws IOException {
    String cookie = made("b");
    String value = cookie.substring(3);
    String line = cookies.startsWith("\"") ? "cw=\"" + value + "\"" : cookies.replace("%s", cookie);
    RawAnswer answer = with(line);
    assertThat(answer.text()).isEqualTo("b");
    assertNone(answer);
    assertThat(backend("b").last().fields("cookie"))
        .isEqualTo(left == null ? List.of() : List.of(left));
    assertThat(backend("b").last().rawHead()).doesNotContain(value);
  }

  @Test
  void severalFieldsAreOne() throws IOException {
    RawAnswer answer = ask("Cookie: a=1", "Cookie: " + made("b"), "Cookie: b=2");
    assertThat(answer.text()).isEqualTo("b");
    assertThat(String.join("; ", backend("b").last().fields("cookie"))).isEqualTo("a=1; b=2");
  }

  @Test
  void aRequestWithoutItIsNotChanged() throws IOException {
    ask("X-Key: k", "Cookie:  a=1;;b , c ");
    TestBackend asked =
        backends.stream().filter(each -> !each.requests().isEmpty()).findFirst().orElseThrow();
    assertThat(asked.last().field("cookie")).contains("a=1;;b , c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cw=x", "cw=v1.AAAAAAAAAAA.AAAAAAAAAA.AAAAAA.AAAAAAAAAAAAAAAAAAAAAA"})
  void aForgedOneIsReplaced(String cookie) throws IOException {
    assertNew(with(cookie));
    assertThat(judged(CookieVerdict.FORGED)).isEqualTo(1);
    assertThat(backends.stream().flatMap(b -> b.requests().stream()))
        .allSatisfy(request -> assertThat(request.field("cookie")).isEmpty());
  }

  @Test
  void twoThatDifferAndOneTooLongAreReplaced() throws IOException {
    assertNew(with(made("a") + "; " + made("b")));
    assertThat(judged(CookieVerdict.DUPLICATE)).isEqualTo(1);
    assertNew(with("cw=" + "y".repeat(300)));
    assertThat(judged(CookieVerdict.OVERSIZED)).isEqualTo(1);
  }

  @Test
  void anExpiredOneIsReplaced() throws IOException {
    long now = System.currentTimeMillis();
    assertNew(with(made("a", now - 2 * 3_600_000, now - 3_602_000)));
    assertNew(with(made("a", now - 9 * 3_600_000, now)));
    assertNew(with(made("a", now + 90_000, now)));
    assertThat(judged(CookieVerdict.EXPIRED)).isEqualTo(3);
  }

  @Test
  void anOldOneIsRenewedAndGoesOn() throws IOException {
    long now = System.currentTimeMillis();
    String old = made("b", now - 2 * 3_600_000, now - 16 * 60_000);
    RawAnswer answer = with(old);
    assertThat(answer.text()).isEqualTo("b");
    String renewed = answer.field("set-cookie").orElseThrow();
    assertThat(renewed).containsPattern("; Max-Age=(21600|2159\\d); HttpOnly");
    assertThat(renewed.split("\\.")[2]).isEqualTo(old.split("\\.")[2]); // it began when it began
    assertThat(answer.fields("cache-control")).containsExactly("private");
    assertNone(with(pair(renewed)));
    assertThat(steps(Step.NEW) + steps(Step.REBOUND)).isZero();
    assertNone(with(made("b", now - 2 * 3_600_000, now - 14 * 60_000)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"public", "max-age=60, Public", "s-maxage=5"})
  void whatCachesShareHasNoCookie(String control) throws IOException {
    answerWith("Cache-Control: " + control);
    RawAnswer answer = ask();
    assertThat(answer.fields("set-cookie")).isEmpty();
    assertThat(answer.fields("cache-control")).containsExactly(control);
    assertThat(steps(Step.NEW)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-store", "private", "max-age=1, no-store"})
  void whatIsPrivateIsNotMadeSoAgain(String control) throws IOException {
    answerWith("Cache-Control: " + control);
    RawAnswer answer = ask();
    assertThat(answer.field("set-cookie").orElseThrow()).matches(NEW);
    assertThat(answer.fields("cache-control")).containsExactly(control);
  }

  @Test
  void otherCookiesOfTheAnswerStay() throws IOException {
    answerWith("Set-Cookie: cw2=a", "Cache-Control: max-age=5", "X-A: b");
    RawAnswer answer = ask();
    assertThat(answer.fields("set-cookie")).hasSize(2).contains("cw2=a");
    assertThat(answer.fields("cache-control")).containsExactly("max-age=5", "private");
    assertThat(answer.field("x-a")).contains("b");
  }

  private void answerWith(String... fields) {
    backends.forEach(
        each -> each.script(request -> request.answer(200, "ok".getBytes(US_ASCII), fields)));
  }

  @Test
  void everyAnswerOfABackendNamesItButNoInterimOne() throws IOException {
    backends.forEach(
        each ->
            each.script(
                request -> {
                  request.write("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n");
                  request.answer(404, "none".getBytes(US_ASCII));
                }));
    try (var client = proxy.connect()) {
      client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
      RawAnswer hints = client.answer();
      assertThat(hints.status()).isEqualTo(103);
      assertThat(hints.fields("set-cookie")).isEmpty();
      RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.field("set-cookie").orElseThrow()).matches(NEW);
    }
  }

  @Test
  void noAnswerOfOurOwnSetsOne() throws IOException {
    backends.forEach(
        each ->
            each.script(
                request -> {
                  throw new IOException("cut");
                }));
    RawAnswer answer = with(made("b"));
    assertThat(answer.status()).isEqualTo(502);
    assertThat(answer.fields("set-cookie")).isEmpty();
  }

  @Test
  void anEmptyBodyAndAHeadHaveOneToo() throws IOException {
    backends.forEach(each -> each.script(request -> request.answer(200, new byte[0])));
    assertNew(ask());
    try (var client = proxy.connect()) {
      client.send("HEAD / HTTP/1.1\r\nHost: test\r\n\r\n");
      assertThat(client.headAnswer().field("set-cookie").orElseThrow()).matches(NEW);
    }
  }
}

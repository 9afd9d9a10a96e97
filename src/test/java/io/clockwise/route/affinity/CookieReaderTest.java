package io.clockwise.route.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig.Cookie;
import io.clockwise.telemetry.session.CookieVerdict;
import io.clockwise.testkit.Allocation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CookieReaderTest {
  private static final long NOW = 1_800_000_000_123L;
  private static final CookieKey KEY = key("the first key, which has 32 bytes");
  private static final CookieKey OTHER = key("another key, which has 32 bytes too");
  private static final Cookie CONFIG = Cookie.DEFAULT;
  private static final CookieAffinity POOL = pool("p", CONFIG, List.of(KEY), "a", "b", "c");

  private final CookieReader reader = new CookieReader();
  private final CookieWriter writer = new CookieWriter(new SplittableRandom(1));
  private final CookieFacts facts = new CookieFacts();

  private static CookieKey key(String text) {
    return new CookieKey(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static CookieAffinity pool(
      String name, Cookie config, List<CookieKey> keys, String... backends) {
    return new CookieAffinity(name, config, keys, List.of(backends));
  }

  private static Cookie bound() {
    return new Cookie(
        CONFIG.name(),
        CONFIG.maxAge(),
        CONFIG.idle(),
        CONFIG.sameSite(),
        CONFIG.secure(),
        true,
        List.of());
  }

  /* name=value */
  private String cookie(CookieAffinity pool, int backend, long issuedMillis, long nowMillis) {
    return cookie(pool, backend, 0, issuedMillis, nowMillis);
  }

  private String cookie(
      CookieAffinity pool, int backend, long keyHash, long issuedMillis, long nowMillis) {
    String field = writer.set(pool, backend, writer.begin(issuedMillis), keyHash, false, nowMillis);
    return field.substring(0, field.indexOf(';'));
  }

  private CookieVerdict read(String cookies, CookieAffinity... pools) {
    return read(cookies, NOW, pools);
  }

  private CookieVerdict read(String cookies, long nowMillis, CookieAffinity... pools) {
    reader.read(pools, cookies, 0, nowMillis, facts);
    return facts.verdict();
  }

  @Test
  void aCookieNamesItsBackend() {
    for (int backend = 0; backend < 3; backend++) {
      assertThat(read(cookie(POOL, backend, NOW - 5000, NOW - 3000), POOL))
          .isEqualTo(CookieVerdict.VALID);
      assertThat(facts.backend()).isEqualTo(backend);
      assertThat(facts.place()).isZero();
      assertThat(facts.seen()).isEqualTo((NOW - 3000) / 1000);
      assertThat(CookieReader.issuedSecond(facts.issued())).isEqualTo((NOW - 5000) / 1000);
    }
  }

  @Test
  void itTellsNothingOfTheBackend() {
    String value = cookie(POOL, 1, NOW, NOW);
    assertThat(value).matches("cw=v1(\\.[A-Za-z0-9_-]+){4}").doesNotContain("127");
    assertThat(value.split("\\.")[1]).isNotEqualTo(cookie(POOL, 2, NOW, NOW).split("\\.")[1]);
    CookieAffinity other = pool("q", CONFIG, List.of(KEY), "a", "b", "c");
    assertThat(value.split("\\.")[1]).isNotEqualTo(cookie(other, 1, NOW, NOW).split("\\.")[1]);
  }

  @Test
  void noneIsNone() {
    assertThat(read("", POOL)).isEqualTo(CookieVerdict.NONE);
    assertThat(read("a=b; cw=; xcw=v1", POOL)).isEqualTo(CookieVerdict.NONE);
  }

  @Test
  void itIsFoundAmongOthersAndInQuotes() {
    String own = cookie(POOL, 1, NOW, NOW);
    String quoted = "cw=\"" + own.substring(3) + "\"";
    for (String cookies :
        List.of("a=b; " + own, own + "; a=b", "a;;" + own + ";", quoted, own + "; " + quoted)) {
      assertThat(read(cookies, POOL)).as(cookies).isEqualTo(CookieVerdict.VALID);
      assertThat(facts.backend()).isEqualTo(1);
    }
  }

  @Test
  void twoThatDifferAreIgnored() {
    String one = cookie(POOL, 1, NOW, NOW);
    String two = cookie(POOL, 2, NOW, NOW);
    assertThat(read(one + "; " + two, POOL)).isEqualTo(CookieVerdict.DUPLICATE);
    assertThat(read(one + "; a=b; " + one, POOL)).isEqualTo(CookieVerdict.VALID);
  }

  @Test
  void aChangedCharacterMakesAForgery() {
    String own = cookie(POOL, 1, NOW, NOW);
    for (int at = 3; at < own.length(); at++) {
      for (char c : new char[] {'A', 'z', '7', '.', '!', '\u00e4'}) {
        if (own.charAt(at) != c) {
          String changed = own.substring(0, at) + c + own.substring(at + 1);
          assertThat(read(changed, POOL)).as(changed).isEqualTo(CookieVerdict.FORGED);
          assertThat(facts.isValid()).isFalse();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cw=x", "cw=v1....", "cw=v2.a.b.c.d", "cw=\"\"x", "cw=v1.a.b.c.d.e"})
  void whatIsNoCookieIsAForgery(String text) {
    assertThat(read(text, POOL)).isEqualTo(CookieVerdict.FORGED);
  }

  @Test
  void aLongOneIsOversized() {
    assertThat(read("cw=" + "x".repeat(257), POOL)).isEqualTo(CookieVerdict.OVERSIZED);
    assertThat(read("cw=" + "x".repeat(256), POOL)).isEqualTo(CookieVerdict.FORGED);
  }

  @Test
  void agesHaveTheirLimits() {
    long second = NOW / 1000 * 1000;
    long idle = CONFIG.idle().toMillis();
    long age = CONFIG.maxAge().toMillis();
    assertThat(read(cookie(POOL, 1, second - age, second), second, POOL))
        .isEqualTo(CookieVerdict.VALID);
    assertThat(read(cookie(POOL, 1, second - age - 1000, second), second, POOL))
        .isEqualTo(CookieVerdict.EXPIRED);
    assertThat(read(cookie(POOL, 1, second - idle, second - idle), second, POOL))
        .isEqualTo(CookieVerdict.VALID);
    assertThat(read(cookie(POOL, 1, second - idle, second - idle - 1000), second, POOL))
        .isEqualTo(CookieVerdict.EXPIRED);
  }

  @Test
  void clocksMayDifferByAMinute() {
    long minute = Duration.ofMinutes(1).toMillis();
    assertThat(read(cookie(POOL, 1, NOW + minute, NOW + minute), POOL))
        .isEqualTo(CookieVerdict.VALID);
    assertThat(read(cookie(POOL, 1, NOW + minute + 1000, NOW), POOL))
        .isEqualTo(CookieVerdict.EXPIRED);
    assertThat(read(cookie(POOL, 1, NOW, NOW + minute + 1000), POOL))
        .isEqualTo(CookieVerdict.EXPIRED);
  }

  @Test
  void aBackendThatIsGoneIsUnknown() {
    String own = cookie(POOL, 1, NOW, NOW);
    assertThat(read(own, pool("p", CONFIG, List.of(KEY), "a", "c")))
        .isEqualTo(CookieVerdict.UNKNOWN);
    assertThat(facts.backend()).isEqualTo(-1);
    assertThat(read(own, pool("p", CONFIG, List.of(KEY), "0", "a", "b")))
        .isEqualTo(CookieVerdict.VALID);
    assertThat(facts.backend()).isEqualTo(2);
  }

  @Test
  void keysRotate() {
    String old = cookie(POOL, 1, NOW, NOW);
    CookieAffinity both = pool("p", CONFIG, List.of(OTHER, KEY), "a", "b", "c");
    assertThat(read(old, both)).isEqualTo(CookieVerdict.VALID);
    assertThat(facts.backend()).isEqualTo(1);
    String fresh = cookie(both, 1, NOW, NOW);
    CookieAffinity later = pool("p", CONFIG, List.of(OTHER), "a", "b", "c");
    assertThat(read(fresh, later)).isEqualTo(CookieVerdict.VALID);
    assertThat(read(old, later)).isEqualTo(CookieVerdict.FORGED);
    CookieAffinity without = pool("p", CONFIG, List.of(OTHER, KEY), "a", "c");
    assertThat(read(old, without)).isEqualTo(CookieVerdict.UNKNOWN);
  }

  @Test
  void anotherPoolsCookieIsAForgery() {
    CookieAffinity other = pool("q", CONFIG, List.of(KEY), "a", "b", "c");
    assertThat(read(cookie(other, 1, NOW, NOW), POOL)).isEqualTo(CookieVerdict.FORGED);
  }

  @Test
  void ofSeveralPoolsItsOwnReadsIt() {
    CookieAffinity other = pool("q", CONFIG, List.of(KEY), "a", "b", "c");
    CookieAffinity named =
        pool(
            "r",
            new Cookie(
                "own",
                CONFIG.maxAge(),
                CONFIG.idle(),
                CONFIG.sameSite(),
                CONFIG.secure(),
                false,
                List.of()),
            List.of(KEY),
            "a");
    assertThat(read(cookie(other, 2, NOW, NOW), POOL, other, named)).isEqualTo(CookieVerdict.VALID);
    assertThat(facts.place()).isEqualTo(1);
    assertThat(facts.backend()).isEqualTo(2);
    assertThat(read("cw=x; " + cookie(named, 0, NOW, NOW), POOL, other, named))
        .isEqualTo(CookieVerdict.VALID);
    assertThat(facts.place()).isEqualTo(2);
    CookieAffinity smaller = pool("q", CONFIG, List.of(KEY), "a");
    assertThat(read(cookie(other, 2, NOW, NOW), POOL, smaller, named))
        .isEqualTo(CookieVerdict.UNKNOWN);
    assertThat(read(cookie(other, 2, NOW, NOW), smaller, POOL)).isEqualTo(CookieVerdict.UNKNOWN);
  }

  @Test
  void aBoundOneHoldsForItsKeyOnly() {
    CookieAffinity bound = pool("p", bound(), List.of(KEY), "a", "b");
    String own = cookie(bound, 1, 77, NOW, NOW);
    reader.read(new CookieAffinity[] {bound}, own, 77, NOW, facts);
    assertThat(facts.verdict()).isEqualTo(CookieVerdict.VALID);
    reader.read(new CookieAffinity[] {bound}, own, 78, NOW, facts);
    assertThat(facts.verdict()).isEqualTo(CookieVerdict.FORGED);
    assertThat(facts.keyHash()).isEqualTo(78);
    CookieAffinity free = pool("p", CONFIG, List.of(KEY), "a", "b");
    reader.read(new CookieAffinity[] {free}, cookie(free, 1, 77, NOW, NOW), 78, NOW, facts);
    assertThat(facts.verdict()).isEqualTo(CookieVerdict.VALID);
  }

  @Test
  void sessionsOfTheSameMomentDiffer() {
    read(cookie(POOL, 1, NOW, NOW), POOL);
    long one = facts.issued();
    read(cookie(POOL, 1, NOW, NOW), POOL);
    assertThat(facts.issued()).isNotEqualTo(one);
  }

  @Test
  void readingWithoutACookieCostsNoObject() {
    CookieAffinity[] pools = {POOL};
    Allocation.assertNone(
        i -> {
          reader.read(pools, "a=b; c=d; cw=x", 0, NOW, facts);
          return facts.verdict().ordinal();
        });
  }
}

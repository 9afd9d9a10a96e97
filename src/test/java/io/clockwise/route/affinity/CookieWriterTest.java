package io.clockwise.route.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig.Cookie;
import io.clockwise.config.AffinityConfig.SameSite;
import io.clockwise.config.AffinityConfig.SecureRule;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CookieWriterTest {
  private static final long NOW = 1_800_000_000_000L;

  private final CookieWriter writer = new CookieWriter(new SplittableRandom(1));

  private static CookieAffinity pool(String name, SameSite sameSite, SecureRule secure) {
    return new CookieAffinity(
        "p",
        new Cookie(
            name, Duration.ofHours(8), Duration.ofHours(1), sameSite, secure, false, List.of()),
        List.of(new CookieKey(new byte[32])),
        List.of("a"));
  }

  @Test
  void theWholeFieldIsWritten() {
    CookieAffinity pool = pool("cw", SameSite.LAX, SecureRule.AUTO);
    assertThat(writer.set(pool, 0, writer.begin(NOW), 0, false, NOW))
        .matches("cw=v1\\.[\\w.-]{52}; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax");
    assertThat(writer.clear(pool, true))
        .isEqualTo("cw=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
  }

  @Test
  void theAgeIsWhatIsLeft() {
    CookieAffinity pool = pool("cw", SameSite.LAX, SecureRule.AUTO);
    long issued = writer.begin(NOW - Duration.ofHours(3).toMillis());
    assertThat(writer.set(pool, 0, issued, 0, false, NOW)).contains("; Max-Age=18000;");
    long old = writer.begin(NOW - Duration.ofHours(9).toMillis());
    assertThat(writer.set(pool, 0, old, 0, false, NOW)).contains("; Max-Age=1;");
  }

  @ParameterizedTest
  @CsvSource({
    "cw, LAX, AUTO, false, false",
    "cw, LAX, AUTO, true, true",
    "cw, STRICT, NEVER, true, false",
    "cw, STRICT, ALWAYS, false, true",
    "cw, NONE, NEVER, false, true",
    "__Host-cw, LAX, NEVER, false, true",
    "__Secure-cw, LAX, AUTO, false, true",
  })
  void secureIsSaidWhereItHolds(
      String name, SameSite sameSite, SecureRule secure, boolean https, boolean said) {
    String field = writer.clear(pool(name, sameSite, secure), https);
    assertThat(field.endsWith("; Secure")).isEqualTo(said);
    String word =
        sameSite.name().charAt(0) + sameSite.name().substring(1).toLowerCase(java.util.Locale.ROOT);
    assertThat(field).contains("; SameSite=" + word);
  }
}

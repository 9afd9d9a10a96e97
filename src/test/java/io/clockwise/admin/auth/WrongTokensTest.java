package io.clockwise.admin.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WrongTokensTest {
  private static final long SECOND = 1_000_000_000L;

  private final WrongTokens wrong = new WrongTokens();

  private void useUp(String address, long now) {
    for (int i = 0; i < WrongTokens.ALLOWED; i++) {
      assertThat(wrong.note(address, now)).isEqualTo(Duration.ZERO);
    }
  }

  @Test
  void allowsTenAMinute() {
    long start = Long.MAX_VALUE - 5 * SECOND; // the clock may wrap
    useUp("10.0.0.1", start);

    assertThat(wrong.note("10.0.0.1", start + 20 * SECOND)).isEqualTo(Duration.ofSeconds(40));
    assertThat(wrong.note("10.0.0.2", start)).isEqualTo(Duration.ZERO);
    assertThat(wrong.note("10.0.0.1", start + 60 * SECOND)).isEqualTo(Duration.ZERO);
  }

  @Test
  void countsAnIpv6NetworkTogether() {
    useUp("2001:db8:1:2::1", 0);

    assertThat(wrong.note("2001:db8:1:2:ffff::9", 0)).isPositive();
    assertThat(wrong.note("2001:db8:1:3::1", 0)).isEqualTo(Duration.ZERO);
  }

  @Test
  void forgetsTheOldestWhenThereAreTooMany() {
    for (int i = 0; i < 20_000; i++) {
      wrong.note("10." + (i >> 16) + "." + (i >> 8 & 255) + "." + (i & 255), i);
    }
    assertThat(wrong.size()).isEqualTo(10_000);
  }
}

package io.clockwise.telemetry.accesslog;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.telemetry.session.CookieVerdict;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonLineTest {
  private static String line(@Nullable CookieVerdict verdict) {
    AccessRecord record = new AccessRecord();
    record.cookie(CookieVerdict.FORGED);
    record.clear(); // as one that is used again
    record.cookie(verdict);
    LineBytes line = new LineBytes(1024);
    new JsonLine().append(record, line);
    return new String(line.bytes(), 0, line.length(), US_ASCII);
  }

  @Test
  void itTellsWhatTheAffinityCookieWas() {
    assertThat(line(CookieVerdict.VALID)).contains(",\"cookie\":\"valid\"");
    assertThat(line(CookieVerdict.NONE)).contains(",\"cookie\":\"none\"");
  }

  @Test
  void withoutAffinityItTellsNothingOfIt() {
    assertThat(line(null)).doesNotContain("cookie");
  }
}

package io.clockwise.config.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.log.LogTarget;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextFormsTest {

  @ParameterizedTest
  @CsvSource({"250ms, 250", "10s, 10000", "5m, 300000", "8h, 28800000", "0s, 0", "007s, 7000"})
  void readsDurations(String text, long millis) {
    assertThat(DurationText.parse(text)).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "s", "1.5s", "-1s", "1d", "1 s", "1S", "1m30s", "٣s"})
  void refusesOtherDurations(String text) {
    assertThat(DurationText.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0, 0s", "1, 1ms", "1500, 1500ms", "75000, 75s", "60000, 1m", "86400000, 24h"})
  void writesDurations(long millis, String text) {
    assertThat(DurationText.of(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0B, 0",
    "512B, 512",
    "8KiB, 8192",
    "64KB, 64000",
    "16MiB, 16777216",
    "2MB, 2000000",
    "1GiB, 1073741824",
    "3GB, 3000000000"
  })
  void readsSizes(String text, long bytes) {
    assertThat(SizeText.parse(text)).isEqualTo(OptionalLong.of(bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "8192", "8k", "8kib", "-1B", "1.5MiB", "9999999999B"})
  void refusesOtherSizes(String text) {
    assertThat(SizeText.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0, 0B", "1000, 1000B", "8192, 8KiB", "1048576, 1MiB", "1073741824, 1GiB"})
  void writesSizes(long bytes, String text) {
    assertThat(SizeText.of(bytes)).isEqualTo(text);
  }

  @Test
  void writesAndReadsConstants() {
    assertThat(EnumText.of(MissingKeyPolicy.LEAST_REQUESTS)).isEqualTo("leastRequests");
    assertThat(EnumText.words(LogTarget.class)).containsExactly("full", "path", "none");
    assertThat(EnumText.parse(MissingKeyPolicy.class, "roundRobin"))
        .contains(MissingKeyPolicy.ROUND_ROBIN);
    assertThat(EnumText.parse(MissingKeyPolicy.class, "ROUND_ROBIN")).isEmpty();
  }
}

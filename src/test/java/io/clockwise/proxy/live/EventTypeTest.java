package io.clockwise.proxy.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventTypeTest {
  @ParameterizedTest
  @CsvSource({
    "text/event-stream, true",
    "Text/Event-Stream, true",
    "text/event-stream;charset=utf-8, true",
    "text/event-stream ; charset=utf-8, true",
    "text/event-streams, false",
    "text/event-strea, false",
    "text/plain, false",
    "'', false",
    "application/grpc, false"
  })
  void textAndBytesAgree(String value, boolean is) {
    assertThat(EventType.is(value)).isEqualTo(is);
    byte[] bytes = ("x" + value + ";").getBytes(StandardCharsets.US_ASCII);
    assertThat(EventType.is(bytes, 1, 1 + value.length())).isEqualTo(is);
  }

  @Test
  void noValueIsNoType() {
    assertThat(EventType.is(null)).isFalse();
  }
}

package io.clockwise.route;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyBufferTest {
  private final KeyBuffer buffer = new KeyBuffer();

  private String text() {
    return new String(buffer.bytes(), 0, buffer.length(), ISO_8859_1);
  }

  @Test
  void eachCharIsOneByte() {
    buffer.append("xx\u00ff\0ayy", 2, 5);
    assertThat(text()).isEqualTo("\u00ff\0a");
    buffer.clear();
    assertThat(buffer.length()).isZero();
  }

  @Test
  void growsAsFarAsItMust() {
    String part = "0123456789".repeat(20);
    for (int i = 0; i < 10; i++) {
      buffer.append(part, 0, part.length());
    }
    String huge = "z".repeat(100_000);
    buffer.append(huge, 0, huge.length());
    assertThat(text()).isEqualTo(part.repeat(10) + huge);
  }

  @Test
  void lengthsAreBigEndian() {
    buffer.append("ab", 0, 2);
    int at = buffer.reserveLength();
    assertThat(text()).isEqualTo("ab\0\0\0\0");
    buffer.writeLength(at, 0x01fe03f4);
    assertThat(text()).isEqualTo("ab\u0001\u00fe\u0003\u00f4");
  }

  @Test
  void reservedBytesAreZeroEvenWhereOldOnesStood() {
    buffer.append("abcdef", 0, 6);
    buffer.truncate(1);
    assertThat(text()).isEqualTo("a");
    buffer.reserveLength();
    assertThat(text()).isEqualTo("a\0\0\0\0");
  }
}

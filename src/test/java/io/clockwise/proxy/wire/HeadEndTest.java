package io.clockwise.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HeadEndTest {
  private static final int BEGIN = 3;

  private final HeadEnd end = new HeadEnd();

  /** Returns after how many bytes, which come one by one, it is worth while to parse; or -1. */
  private int foundAt(String text) {
    byte[] bytes = ("xyz" + text).getBytes(StandardCharsets.ISO_8859_1);
    ByteBuf buffer = Unpooled.wrappedBuffer(bytes);
    HeadEnd other = new HeadEnd();
    end.begin();
    other.begin();
    for (int to = BEGIN; to <= bytes.length; to++) {
      boolean in = end.isIn(bytes, BEGIN, to);
      assertThat(other.isIn(buffer, BEGIN, to)).isEqualTo(in);
      if (in) {
        HeadEnd whole = new HeadEnd();
        assertThat(whole.isIn(bytes, BEGIN, to)).isTrue();
        whole.begin();
        assertThat(whole.isIn(buffer, BEGIN, to)).isTrue();
        return to - BEGIN;
      }
    }
    return -1;
  }

  @Test
  void isFoundWithItsLastByte() {
    String head = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    assertThat(foundAt(head)).isEqualTo(head.length());
    assertThat(foundAt(head + "rest")).isEqualTo(head.length());
    assertThat(foundAt("\r\n\r\n" + head)).isEqualTo(4 + head.length());
    assertThat(foundAt("GET / HTTP/1.1\r\nHost: a\r\n")).isEqualTo(-1);
    assertThat(foundAt("\r\n\r\n")).isEqualTo(-1);
    assertThat(foundAt("GET / HTTP/1.1\r\r\n")).isEqualTo(-1);
  }

  @Test
  void soManyEmptyLinesAreWorthALook() {
    assertThat(foundAt("\r\n".repeat(8))).isEqualTo(-1);
    assertThat(foundAt("\r\n".repeat(1000))).isEqualTo(18);
  }

  @Test
  void aLineEndThatIsNoneIsWorthALook() {
    assertThat(foundAt("GET / HTTP/1.1\nHost: a\n\n")).isEqualTo("GET / HTTP/1.1\n".length());
    assertThat(foundAt("\n")).isEqualTo(1);
    assertThat(foundAt("GET / HTTP/1.1\r\n\n")).isEqualTo("GET / HTTP/1.1\r\n\n".length());
  }

  @Test
  void theBytesMayMoveBetweenTwoLooks() {
    byte[] first = "..GET / HTTP/1.1\r\nHos".getBytes(StandardCharsets.ISO_8859_1);
    byte[] then = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    end.begin();
    assertThat(end.isIn(first, 2, first.length)).isFalse();
    assertThat(end.isIn(then, 0, then.length - 1)).isFalse();
    assertThat(end.isIn(then, 0, then.length)).isTrue();
    assertThat(end.isIn(then, 0, then.length)).isTrue();
  }
}

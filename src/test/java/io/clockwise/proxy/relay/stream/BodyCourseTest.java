package io.clockwise.proxy.relay.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.proxy.relay.stream.BodyCourse.Framing;
import io.clockwise.proxy.wire.HeadFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyCourseTest {
  private final StringBuilder passed = new StringBuilder();
  private final BodyCourse course = new BodyCourse();
  private final BodyCourse.Target target =
      new BodyCourse.Target() {
        @Override
        public void body(ByteBuf bytes) {
          passed.append(bytes.toString(StandardCharsets.US_ASCII));
          bytes.release();
        }

        @Override
        public void trailers(HeadFields fields) {
          passed.append("[trailers ").append(fields.count()).append("]\r\n");
        }
      };

  /** Moves a text in parts of this size; returns what is left of it. */
  private String move(String text, int size) {
    StringBuilder left = new StringBuilder();
    for (int at = 0; at < text.length(); at += size) {
      String part = text.substring(at, Math.min(text.length(), at + size));
      ByteBuf bytes = Unpooled.copiedBuffer(part, StandardCharsets.US_ASCII);
      course.move(bytes, target);
      left.append(bytes.toString(StandardCharsets.US_ASCII));
      bytes.release();
      assertThat(bytes.refCnt()).isZero();
    }
    return left.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 100})
  void aLengthIsCounted(int size) {
    course.begin(Framing.LENGTH, 5);
    assertThat(move("12345GET", size)).isEqualTo("GET");
    assertThat(passed).hasToString("12345");
    assertThat(course.isDone()).isTrue();
    assertThat(course.bytes()).isEqualTo(5);
  }

  @Test
  void noBodyAndAnEmptyOneAreDoneAtOnce() {
    course.begin(Framing.NONE, 0);
    assertThat(course.isDone()).isTrue();
    course.begin(Framing.LENGTH, 0);
    assertThat(course.isDone()).isTrue();
    assertThat(move("x", 1)).isEqualTo("x");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 100})
  void chunksPassAsTheyCome(int size) {
    course.begin(Framing.CHUNKED, 0);
    assertThat(move("3\r\nabc\r\n0\r\n\r\nGET", size)).isEqualTo("GET");
    assertThat(passed).hasToString("3\r\nabc\r\n0\r\n\r\n");
    assertThat(course.bytes()).isEqualTo(3);
    assertThat(course.isDone()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 100})
  void extensionsAreCutAndTrailersHandedOver(int size) {
    course.begin(Framing.CHUNKED, 0);
    assertThat(move("3;a=b\r\nabc\r\n0\r\nT: 1\r\n\r\nGET", size)).isEqualTo("GET");
    assertThat(passed).hasToString("3\r\nabc\r\n0\r\n[trailers 1]\r\n");
  }

  @Test
  void betweenTwoChunksItMayEndEarly() {
    String text = "3\r\nabc\r\n1;x=y\r\nd\r\n0\r\nT: 1\r\n\r\n";
    for (int cut = 0; cut <= text.length(); cut++) {
      passed.setLength(0);
      course.begin(Framing.CHUNKED, 0);
      move(text.substring(0, cut), 100);
      assertThat(course.mayEnd())
          .as("after %d bytes", cut)
          .isEqualTo(cut == 0 || cut == 8 || cut == 18);
    }
    course.begin(Framing.CHUNKED, 0);
    passed.setLength(0);
    move("3\r\nabc\r\n", 2);
    course.closed(target, null);
    assertThat(passed).hasToString("3\r\nabc\r\n0\r\n\r\n");
    assertThat(course.isDone()).isTrue();
  }

  @Test
  void dataInFramesOfAnotherKindMayEndAnywhereButALengthMayNot() {
    course.begin(Framing.CHUNKED, 0, true);
    move("3\r\na", 100);
    assertThat(course.mayEnd()).isTrue();
    course.closed(target, null);
    assertThat(passed).hasToString("a");
    course.begin(Framing.CLOSE, 0);
    assertThat(course.mayEnd()).isTrue();
    course.begin(Framing.LENGTH, 5);
    move("1234", 100);
    assertThat(course.mayEnd()).isFalse();
    move("5", 100);
    assertThat(course.mayEnd()).isTrue();
  }

  @Test
  void badChunksAreMalformed() {
    course.begin(Framing.CHUNKED, 0);
    move("3\r\nabcd", 100);
    assertThat(course.isMalformed()).isTrue();
    assertThat(course.isDone()).isFalse();
  }

  @Test
  void whatEndsWithTheConnectionGoesOnInChunks() {
    course.begin(Framing.CLOSE, 0);
    move("abcdefghijklmnopq", 10);
    assertThat(course.isDone()).isFalse();
    course.closed(target, null);
    assertThat(course.isDone()).isTrue();
    assertThat(passed).hasToString("a\r\nabcdefghij\r\n7\r\nklmnopq\r\n0\r\n\r\n");
    assertThat(course.bytes()).isEqualTo(17);
  }

  @Test
  void bytesThatWentAnotherWayCount() {
    course.begin(Framing.LENGTH, 5);
    course.passed(5);
    assertThat(course.isDone()).isTrue();
    assertThat(course.bytes()).isEqualTo(5);
  }
}

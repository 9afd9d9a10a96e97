package io.clockwise.proxy.exchange.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTrackTest {
  private final FrameTrack track = new FrameTrack();

  private static ByteBuf frame(int first, boolean masked, int length) {
    ByteBuf frame = Unpooled.buffer().writeByte(first);
    int mask = masked ? 0x80 : 0;
    if (length < 126) {
      frame.writeByte(mask | length);
    } else if (length < 65_536) {
      frame.writeByte(mask | 126).writeShort(length);
    } else {
      frame.writeByte(mask | 127).writeLong(length);
    }
    return frame.writeZero(masked ? 4 : 0).writeBytes(noise(length));
  }

  /** A payload that looks like headers. */
  private static byte[] noise(int length) {
    byte[] noise = new byte[length];
    new SplittableRandom(7).nextBytes(noise);
    return noise;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 125, 126, 127, 65_535, 65_536, 200_000})
  void stopsWhereAFrameEnds(int length) {
    for (boolean masked : new boolean[] {false, true}) {
      ByteBuf frame = frame(0x82, masked, length);
      int end = frame.writerIndex();
      frame.writeBytes(frame(0x81, masked, 3));

      FrameTrack fresh = new FrameTrack();
      fresh.advance(frame.slice(0, 1), 0, false);
      assertThat(fresh.isBetweenFrames()).isFalse();
      assertThat(fresh.advance(frame, 1, true)).isEqualTo(end);
      assertThat(fresh.isBetweenFrames()).isTrue();
      assertThat(fresh.advance(frame, end, false)).isEqualTo(frame.writerIndex());
      assertThat(fresh.isBetweenFrames()).isTrue();
      assertThat(fresh.closeBegan()).isFalse();
    }
  }

  @Test
  void anyCutOfTheBytesComesToTheSame() {
    ByteBuf all =
        Unpooled.wrappedBuffer(
            frame(0x01, true, 300), frame(0x89, true, 5), frame(0x80, true, 70_000));
    for (int i = 0; i < all.writerIndex(); i++) {
      assertThat(track.advance(all.slice(i, 1), 0, false)).isEqualTo(1);
      boolean end = i + 1 == 308 || i + 1 == 308 + 11 || i + 1 == all.writerIndex();
      assertThat(track.isBetweenFrames()).as("behind byte %d", i).isEqualTo(end);
    }
  }

  @Test
  void aCloseIsSeenWhenItBeginsAndWhenItIsWhole() {
    ByteBuf close = frame(0x88, false, 10);
    track.advance(close.slice(0, 1), 0, false);
    assertThat(track.closeBegan()).isTrue();
    assertThat(track.isClosed()).isFalse();
    track.advance(close, 1, false);
    assertThat(track.isClosed()).isTrue();
  }

  @Test
  void aLengthThatCannotBeIsNoEndOfAFrame() {
    track.advance(Unpooled.buffer().writeShort(0x827f).writeLong(-1).writeZero(100), 0, false);
    assertThat(track.isBetweenFrames()).isFalse();
  }

  @Test
  void aCloseReasonIsAFrameOfItsOwn() {
    for (boolean masked : new boolean[] {false, true}) {
      ByteBuf frame = CloseReason.STOPPING.frame(masked);
      FrameTrack fresh = new FrameTrack();
      assertThat(fresh.advance(frame, 0, false)).isEqualTo(frame.writerIndex());
      assertThat(fresh.isClosed()).isTrue();
      assertThat(frame.readableBytes()).isEqualTo(19 + (masked ? 4 : 0));
    }
  }
}

package io.clockwise.proxy.gate.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FrameJoinTest {
  private final EmbeddedChannel channel = new EmbeddedChannel(new FrameJoin());
  private final List<ByteBuf> given = new ArrayList<>();

  @AfterEach
  void nothingLeaks() {
    channel.finishAndReleaseAll();
    assertThat(given).allMatch(each -> each.refCnt() == 0);
  }

  private ByteBuf piece(String text) {
    ByteBuf made = Unpooled.buffer().writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    given.add(made);
    return made;
  }

  private ByteBuf piece(char octet, int length) {
    return piece(String.valueOf(octet).repeat(length));
  }

  private String out() {
    ByteBuf bytes = channel.readOutbound();
    if (bytes == null) {
      return "nothing";
    }
    given.add(bytes);
    String text = bytes.toString(StandardCharsets.US_ASCII);
    bytes.release();
    return text;
  }

  @Test
  void smallPiecesAreOne() {
    channel.write(piece("a"));
    channel.write(piece("b"));
    channel.write(piece(""));
    channel.write(piece("c"));
    assertThat(channel.outboundMessages()).isEmpty();
    channel.flush();
    assertThat(out()).isEqualTo("abc");
    assertThat(out()).isEqualTo("nothing");
  }

  @Test
  void aBigPieceStaysWhatItIsAndWhereItIs() {
    channel.write(piece("a"));
    ByteBuf big = piece('b', 1025);
    channel.write(big);
    channel.write(piece("c"));
    channel.flush();
    assertThat(out()).isEqualTo("a");
    assertThat(channel.outboundMessages().peek()).isSameAs(big);
    assertThat(out()).hasSize(1025);
    assertThat(out()).isEqualTo("c");
  }

  @Test
  void moreThanFitsIsPassedOnInOrder() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      all.append(String.valueOf((char) ('a' + i % 26)).repeat(1000));
      channel.write(piece((char) ('a' + i % 26), 1000));
    }
    channel.flush();
    StringBuilder came = new StringBuilder();
    int pieces = 0;
    for (String part = out(); !part.equals("nothing"); part = out()) {
      came.append(part);
      pieces++;
    }
    assertThat(came).hasToString(all.toString());
    assertThat(pieces).isEqualTo(4);
  }

  @Test
  void whateverIsNoBytesKeepsItsPlace() {
    channel.write(piece("a"));
    channel.write("other");
    channel.flush();
    assertThat(out()).isEqualTo("a");
    assertThat(channel.outboundMessages().poll()).isEqualTo("other");
  }

  @Test
  void eachIsToldWhenAllIsWritten() {
    ChannelFuture first = channel.write(piece("a"));
    ChannelFuture second = channel.write(piece("b"));
    channel.write(piece("c"), channel.voidPromise());
    assertThat(first.isDone()).isFalse();
    channel.flush();
    assertThat(first.isSuccess()).isTrue();
    assertThat(second.isSuccess()).isTrue();
    ChannelFuture third = channel.writeAndFlush(piece("d"));
    assertThat(third.isSuccess()).isTrue();
    assertThat(out() + out()).isEqualTo("abcd");
  }

  @Test
  void aPromiseThatNobodyWantsKeptIsLeftAlone() {
    ChannelPromise left = channel.newPromise();
    channel.write(piece("a"), left);
    left.cancel(false);
    ChannelFuture second = channel.writeAndFlush(piece("b"));
    assertThat(second.isSuccess()).isTrue();
    assertThat(out()).isEqualTo("ab");
  }

  @Test
  void aClosePassesOnWhatIsPending() {
    ChannelFuture written = channel.write(piece("a"));
    channel.close();
    assertThat(written.isDone()).isTrue();
  }

  @Test
  void aConnectionThatIsGoneFailsWhatIsPending() {
    ChannelFuture first = channel.write(piece("a"));
    ChannelFuture second = channel.write(piece("b"));
    channel.pipeline().fireChannelInactive();
    channel.unsafe().closeForcibly();
    channel.unsafe().close(channel.voidPromise());
    assertThat(first.isDone()).isTrue();
    assertThat(first.isSuccess()).isFalse();
    assertThat(second.isSuccess()).isFalse();
  }

  @Test
  void whoeverIsRemovedKeepsNothingBack() {
    channel.write(piece("a"));
    channel.pipeline().remove(FrameJoin.class);
    channel.flush();
    assertThat(out()).isEqualTo("a");
  }
}

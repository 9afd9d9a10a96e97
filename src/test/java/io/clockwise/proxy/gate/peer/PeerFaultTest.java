package io.clockwise.proxy.gate.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class PeerFaultTest {
  @Test
  void whatAClientCanCauseIsItsOwn() {
    assertThat(PeerFault.isOf(new IOException("reset"))).isTrue();
    assertThat(PeerFault.isOf(new DecoderException(new SSLHandshakeException("no")))).isTrue();
    assertThat(PeerFault.isOf(new IllegalStateException(new IOException("reset")))).isTrue();
  }

  @Test
  void soIsAChunkThatIsNone() {
    EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder());
    String sent = "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
    channel.writeInbound(Unpooled.copiedBuffer(sent, StandardCharsets.US_ASCII));
    channel.readInbound();
    HttpContent bad = channel.readInbound();
    assertThat(PeerFault.isOf(bad.decoderResult().cause())).isTrue();
  }

  @Test
  void anyOtherIsOurs() {
    assertThat(PeerFault.isOf(new NullPointerException())).isFalse();
    assertThat(PeerFault.isOf(new IllegalStateException("twice"))).isFalse();
  }
}

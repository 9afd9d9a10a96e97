package io.clockwise.proxy.gate.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.Http2Error;
import org.junit.jupiter.api.Test;

class ClientStreamsTest {
  private final ClientStreams streams = new ClientStreams();

  @Test
  void fieldsBelongToStreamsThatAreOpen() {
    assertThat(streams.headers(3, false)).isNull();
    assertThat(streams.headers(3, true)).isNull();
    streams.ended(3);
    assertThat(streams.headers(3, true)).isEqualTo(Http2Error.STREAM_CLOSED);
    assertThat(streams.headers(1, true)).isEqualTo(Http2Error.PROTOCOL_ERROR);
    assertThat(streams.headers(5, true)).isNull();
    assertThat(streams.unended()).isZero();
  }

  @Test
  void aStreamThatWasResetMaySendWhatItsWindowLetIt() {
    streams.headers(1, false);
    streams.reset(1);
    assertThat(streams.unended()).isZero();
    streams.data(1, 65_000);
    assertThat(streams.isReset(1)).isTrue();
    streams.data(1, 1_000);
    assertThat(streams.isReset(1)).isFalse();
    assertThat(streams.headers(1, true)).isEqualTo(Http2Error.STREAM_CLOSED);
  }

  @Test
  void itsEndIsItsEnd() {
    streams.headers(1, false);
    streams.reset(1);
    assertThat(streams.headers(1, true)).isNull();
    assertThat(streams.isReset(1)).isTrue(); // its answer has not come by
    assertThat(streams.headers(1, true)).isEqualTo(Http2Error.STREAM_CLOSED);
    streams.data(1, 0);
    assertThat(streams.isReset(1)).isFalse();
  }

  @Test
  void anEndThatCameWithTheHeadCountsWhenTheHeadIsRead() {
    streams.headers(1, false);
    streams.ended(1);
    streams.reset(1);
    assertThat(streams.isReset(1)).isTrue();
    streams.headers(3, false);
    streams.ended(3);
    streams.read();
    streams.reset(3);
    assertThat(streams.isReset(3)).isFalse();
  }

  @Test
  void resetsOfTheClientEndAStream() {
    streams.headers(1, false);
    streams.reset(1);
    streams.ended(1);
    streams.data(1, 1);
    assertThat(streams.isReset(1)).isFalse();
  }

  @Test
  void theOldestOfManyIsForgotten() {
    for (int i = 0; i < 1_001; i++) {
      streams.headers(1 + 2 * i, false);
      streams.reset(1 + 2 * i);
    }
    assertThat(streams.isReset(1)).isFalse();
    assertThat(streams.isReset(3)).isTrue();
    assertThat(streams.isKnown(2001)).isTrue();
    assertThat(streams.isKnown(2003)).isFalse();
  }
}

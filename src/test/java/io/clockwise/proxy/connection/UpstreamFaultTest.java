package io.clockwise.proxy.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.FailureKind;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.net.impl.ConnectionBase;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class UpstreamFaultTest {
  private static FailureKind kind(Throwable cause) {
    return UpstreamFault.ofExchange(cause).kind();
  }

  @Test
  void aClosedConnectionIsAResetHoweverItIsTold() {
    assertThat(kind(ConnectionBase.CLOSED_EXCEPTION)).isEqualTo(FailureKind.UPSTREAM_RESET);
    assertThat(kind(new HttpClosedException("closed"))).isEqualTo(FailureKind.UPSTREAM_RESET);
    assertThat(kind(new IOException("reset"))).isEqualTo(FailureKind.UPSTREAM_RESET);
    assertThat(kind(new StreamResetException(8))).isEqualTo(FailureKind.UPSTREAM_RESET);
  }

  @Test
  void whatCannotBeReadIsABadAnswer() {
    assertThat(kind(new IllegalArgumentException("two lengths")))
        .isEqualTo(FailureKind.BAD_RESPONSE);
  }

  @Test
  void aRefusedStreamIsNotProcessed() {
    assertThat(kind(new StreamResetException(7))).isEqualTo(FailureKind.UPSTREAM_REFUSED);
  }
}

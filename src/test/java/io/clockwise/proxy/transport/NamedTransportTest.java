package io.clockwise.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.config.TransportConfig;
import io.vertx.core.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NamedTransportTest {
  @Test
  void theOneOfTheJdkIsAlwaysThere() throws TransportMissing {
    assertThat(NamedTransport.of(TransportConfig.NIO)).isSameAs(Transport.NIO);
  }

  @Test
  void withoutAWishItIsEpollWhereThatIsAllowed() throws TransportMissing {
    boolean allowed = Transport.EPOLL != null && Transport.EPOLL.available();
    assertThat(NamedTransport.of(TransportConfig.AUTO))
        .isSameAs(allowed ? Transport.EPOLL : Transport.NIO);
  }

  @ParameterizedTest
  @EnumSource(
      value = TransportConfig.class,
      names = {"EPOLL", "IO_URING"})
  void aNamedOneIsItselfOrItIsSaidWhyNot(TransportConfig wanted) throws TransportMissing {
    Transport named = wanted == TransportConfig.EPOLL ? Transport.EPOLL : Transport.IO_URING;
    if (named != null && named.available()) {
      assertThat(NamedTransport.of(wanted)).isSameAs(named);
    } else {
      assertThatThrownBy(() -> NamedTransport.of(wanted))
          .isInstanceOf(TransportMissing.class)
          .hasMessageContaining(wanted.word());
    }
  }

  @Test
  void whatIsMissingIsNamedWithItsReasonAndAWayOut() {
    assertThat(new TransportMissing(TransportConfig.IO_URING, "Operation not permitted"))
        .hasMessage(
            "transport: io_uring cannot be used on this machine (Operation not permitted);"
                + " set transport to auto, or leave it out");
  }
}

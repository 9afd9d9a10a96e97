package io.clockwise.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.config.TransportConfig;
import io.vertx.core.transport.Transport;
import org.junit.jupiter.api.Test;

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

  @Test
  void aNamedOneIsItselfOrItIsSaidWhyNot() throws TransportMissing {
    if (Transport.EPOLL != null && Transport.EPOLL.available()) {
      assertThat(NamedTransport.of(TransportConfig.EPOLL)).isSameAs(Transport.EPOLL);
    } else {
      assertThatThrownBy(() -> NamedTransport.of(TransportConfig.EPOLL))
          .isInstanceOf(TransportMissing.class)
          .hasMessageContaining("epoll");
    }
  }

  @Test
  void whatIsMissingIsNamedWithItsReasonAndAWayOut() {
    assertThat(new TransportMissing(TransportConfig.EPOLL, "Operation not permitted"))
        .hasMessage(
            "transport: epoll cannot be used on this machine (Operation not permitted);"
                + " set transport to auto, or leave it out");
  }
}

package io.clockwise.proxy.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.UpstreamMeters.State;
import io.clockwise.testkit.VertxBackend;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tunnels are counted apart from requests. */
class TunnelsTest {
  private static final ConnectionsConfig NARROW =
      new ConnectionsConfig(1, 0, Duration.ofSeconds(1), Duration.ofSeconds(4)).withTunnels(1);

  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"H1", "H2"})
  void aTunnelMakesRoomForARequestUntilThereAreEnough(Protocol protocol) {
    try (VertxBackend backend = VertxBackend.start();
        LoopFixture loop =
            new LoopFixture(
                new BackendAddress("127.0.0.1", backend.port()), NARROW.withProtocol(protocol))) {
      UpstreamConnection first = loop.granted();
      assertThat(loop.refused(true).kind()).isEqualTo(FailureKind.QUEUE_FULL);
      assertThat(loop.refused(false).kind()).isEqualTo(FailureKind.BACKEND_FULL);

      assertThat(loop.on(first::becomeTunnel)).isTrue();
      assertThat(loop.on(first::becomeTunnel)).isTrue(); // the same one
      assertThat(loop.meters.connections(State.TUNNEL)).isEqualTo(1);
      UpstreamConnection second = loop.granted();
      assertThat(loop.on(second::becomeTunnel)).isFalse();
      assertThat(loop.refused(true).kind()).isEqualTo(FailureKind.QUEUE_FULL);

      loop.on(
          () -> {
            first.release();
            return first.isOpen();
          });
      await().until(() -> loop.on(second::becomeTunnel));
      loop.on(
          () -> {
            second.close();
            return second.isOpen();
          });
      await().until(() -> loop.meters.connections(State.TUNNEL) == 0);
      assertThat(loop.exchange()).isEqualTo("ok");
      await().until(() -> loop.meters.connections(State.ACTIVE) == 0);
    }
  }
}

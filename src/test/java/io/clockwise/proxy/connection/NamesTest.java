package io.clockwise.proxy.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.FailureKind;
import io.clockwise.testkit.NameServer;
import io.clockwise.testkit.VertxBackend;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Backends given by a name, whose addresses change. */
class NamesTest {
  private static final ConnectionsConfig LASTING =
      new ConnectionsConfig(8, 8, Duration.ofSeconds(1), Duration.ofMinutes(1));

  private static AddressResolverOptions by(NameServer server) {
    return new AddressResolverOptions().addServer(server.text()).setQueryTimeout(500);
  }

  private static LoopFixture loop(NameServer server, int port, ConnectionsConfig config) {
    return new LoopFixture(
        by(server), new BackendAddress("app.example", port), config, TimeoutsConfig.DEFAULT);
  }

  private static VertxBackend backend(String address, int port) {
    return VertxBackend.start(
            new HttpServerOptions(), SocketAddress.inetSocketAddress(port, address))
        .script(request -> request.response().end(address));
  }

  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"H1", "H2"})
  void aConnectionWhoseAddressIsGoneIsRetired(Protocol protocol) throws IOException {
    try (NameServer names = NameServer.start("127.0.0.1");
        VertxBackend old = backend("127.0.0.1", 0);
        VertxBackend next = backend("127.0.0.2", old.port());
        LoopFixture loop = loop(names, old.port(), LASTING.withProtocol(protocol))) {
      assertThat(loop.exchange()).isEqualTo("127.0.0.1");
      UpstreamConnection held = loop.granted();

      names.is("127.0.0.2");
      await().untilAsserted(() -> assertThat(loop.exchange()).isEqualTo("127.0.0.2"));
      assertThat(old.open()).hasSize(1);
      loop.on(
          () -> {
            held.release();
            return 0;
          });
      await().until(() -> old.open().isEmpty());
      assertThat(next.open()).hasSize(1);
    }
  }

  @Test
  void aFailingLookUpKeepsWhatIsThereAndAsksOnceASecondAtMost() throws IOException {
    try (NameServer names = NameServer.start("127.0.0.1");
        VertxBackend backend = backend("127.0.0.1", 0);
        LoopFixture loop = loop(names, backend.port(), LASTING)) {
      long start = System.nanoTime();
      assertThat(loop.exchange()).isEqualTo("127.0.0.1");
      names.is();
      int before = names.asked();
      await().until(() -> names.asked() > before);
      assertThat(loop.exchange()).isEqualTo("127.0.0.1");
      assertThat(backend.accepted()).hasSize(1);

      UpstreamConnection held = loop.granted(); // the next one needs a connection of its own
      assertThat(loop.exchange()).isEqualTo("127.0.0.1");
      assertThat(held.isOpen()).isTrue();
      long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
      assertThat((long) names.asked()).isLessThanOrEqualTo(2 * (seconds + 2)); // one more try each
    }
  }

  @Test
  void anUnknownNameIsARefusal() throws IOException {
    try (NameServer names = NameServer.start();
        LoopFixture loop = loop(names, 9, LASTING)) {
      assertThat(loop.refused(true).kind()).isEqualTo(FailureKind.CONNECT_REFUSED);
      assertThat(loop.meters.failures(FailureKind.CONNECT_REFUSED)).isEqualTo(1);
    }
  }

  @Test
  void theNextAddressIsTriedWhenOneRefuses() throws IOException {
    try (NameServer names = NameServer.start("127.0.0.3", "127.0.0.4", "127.0.0.2");
        VertxBackend backend = backend("127.0.0.2", 0);
        LoopFixture loop = loop(names, backend.port(), LASTING)) {
      assertThat(loop.exchange()).isEqualTo("127.0.0.2");
    }
  }

  @Test
  void localhostIsBothOfItsAddresses() {
    AddressResolverOptions hosts =
        new AddressResolverOptions()
            .setHostsValue(Buffer.buffer("::1 localhost\n127.0.0.1 localhost\n"));
    for (String address : new String[] {"127.0.0.1", "::1"}) {
      try (VertxBackend backend = backend(address, 0);
          LoopFixture loop =
              new LoopFixture(
                  hosts,
                  new BackendAddress("localhost", backend.port()),
                  LASTING,
                  TimeoutsConfig.DEFAULT)) {
        assertThat(loop.exchange()).isEqualTo(address);
      }
    }
  }
}

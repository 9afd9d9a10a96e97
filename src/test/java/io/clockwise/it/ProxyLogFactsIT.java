package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.OnFull;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.TlsConfig.ClientAuth;
import io.clockwise.config.TlsConfig.Version;
import io.clockwise.model.AdminState;
import io.clockwise.model.OffOwner;
import io.clockwise.testkit.LoggedRequest;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.TlsClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the access log is told of connections, and of keys that are not at their owner. */
@Timeout(60)
class ProxyLogFactsIT {
  private static final String KEYED = "GET / HTTP/1.1\r\nHost: t\r\nX-Key: k\r\n\r\n";
  private static final String KEYLESS = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

  @TempDir private Path directory;
  private TestBackend a;
  private TestBackend b;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    a = TestBackend.start("a");
    b = TestBackend.start("b");
    proxy = TestProxy.start(TestConfig.of(a, b), 2);
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    a.close();
    b.close();
  }

  private LoggedRequest log(RawClient client, String request) throws IOException {
    int before = proxy.records().size();
    assertThat(client.send(request).answer().status()).isEqualTo(200);
    await().until(() -> proxy.records().size() > before);
    return proxy.records().get(before);
  }

  private LoggedRequest log(String request) throws IOException {
    try (RawClient client = proxy.connect()) {
      return log(client, request);
    }
  }

  private TestBackend owner() throws IOException {
    LoggedRequest record = log(KEYED);
    assertThat(record.choice().offOwner()).isNull();
    assertThat(record.choice().backend()).isEqualTo(record.choice().owner());
    return record.choice().owner().equals("a") ? a : b;
  }

  private void assertOffOwner(String request, @Nullable OffOwner why) throws IOException {
    assertThat(log(request).choice().offOwner()).isEqualTo(why);
  }

  @Test
  void connectionsHaveNumbersOfTheirOwn() throws IOException {
    Set<Long> clients = new HashSet<>();
    Set<Long> upstream = new HashSet<>();
    for (int i = 0; i < 8; i++) {
      try (RawClient client = proxy.connect()) {
        LoggedRequest.Connections first = log(client, KEYED).connections();
        assertThat(first.upstream()).isPositive();
        assertThat(first.reused()).isEqualTo(!upstream.add(first.upstream()));
        LoggedRequest.Connections second = log(client, KEYED).connections();
        assertThat(second.client()).isEqualTo(first.client()).isPositive();
        assertThat(second.reused()).isEqualTo(!upstream.add(second.upstream()));
        clients.add(first.client());
        assertThat(first.tls()).isNull();
      }
    }
    assertThat(clients).hasSize(8).allMatch(number -> number <= 16);
    assertThat(upstream).hasSize(a.accepted() + b.accepted());
  }

  @Test
  void aRequestThatReachedNobodyHasNoConnectionToABackend() throws IOException {
    proxy.publish(c -> c.withState("a", AdminState.MAINT).withState("b", AdminState.MAINT));
    try (RawClient client = proxy.connect()) {
      assertThat(client.send(KEYED).answer().status()).isEqualTo(503);
    }
    await().until(() -> !proxy.records().isEmpty());
    assertThat(proxy.records().get(0).connections().upstream()).isZero();
    assertThat(proxy.records().get(0).choice().offOwner()).isNull();
  }

  @Test
  void whatTheHandshakeToldIsKnown() throws IOException {
    TestAuthority authority = new TestAuthority(directory);
    TlsConfig tls =
        new TlsConfig(List.of(authority.write("one.test")), Version.V1_2, ClientAuth.NONE, null);
    proxy.close();
    proxy =
        TestProxy.start(
            TestConfig.of(a, b).speaking(tls, ListenerProtocol.H1, ListenerProtocol.H2));
    List<LoggedRequest.Tls> told = new ArrayList<>();
    for (TlsClient each :
        List.of(
            TlsClient.plain().named("one.test").versions("TLSv1.3"),
            TlsClient.plain()
                .versions("TLSv1.2")
                .suites("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"))) {
      try (RawClient client = each.open(proxy.port())) {
        told.add(log(client, KEYED).connections().tls());
      }
    }
    assertThat(told.get(0).protocol()).isEqualTo("TLSv1.3");
    assertThat(told.get(0).cipher()).startsWith("TLS_AES_");
    assertThat(told.get(0).serverName()).isEqualTo("one.test");
    assertThat(told.get(1))
        .isEqualTo(
            new LoggedRequest.Tls("TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", null));
  }

  @Test
  void aDrainedOwner() throws IOException {
    String owner = owner().id();
    for (AdminState state : List.of(AdminState.DRAIN, AdminState.MAINT)) {
      proxy.publish(c -> c.withState(owner, state));
      assertOffOwner(KEYED, OffOwner.DRAIN);
    }
    assertOffOwner(KEYLESS, null);
    proxy.publish(c -> c.withState(owner, AdminState.READY));
    assertOffOwner(KEYED, null);
  }

  @Test
  void anOwnerThatFailed() throws IOException {
    owner().script(r -> r.reset());
    assertOffOwner(KEYED, OffOwner.RETRY);
    assertThat(proxy.meters().pool(TestConfig.POOL).offOwner(OffOwner.RETRY)).isEqualTo(1);
  }

  @Test
  void aFullOwner() throws IOException {
    TestBackend owner = owner();
    // one loop only, so that both requests are on the same one
    try (TestProxy single =
        TestProxy.start(
            TestConfig.of(a, b)
                .withConnections(
                    new ConnectionsConfig(1, 10, Duration.ofSeconds(9), Duration.ofSeconds(4))
                        .withOnFull(OnFull.AUTO)))) {
      int before = owner.requests().size();
      owner.script(r -> r.awaitClose());
      try (RawClient first = single.connect();
          RawClient second = single.connect()) {
        first.send(KEYED);
        await().until(() -> owner.requests().size() == before + 1);
        assertThat(second.send(KEYED).answer().status()).isEqualTo(200);
      }
      await().until(() -> !single.records().isEmpty());
      assertThat(single.records().get(0).choice().offOwner()).isEqualTo(OffOwner.FULL);
      assertThat(single.meters().pool(TestConfig.POOL).offOwner(OffOwner.FULL)).isEqualTo(1);
    }
  }
}

package io.clockwise.proxy.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.policy.ProxyFailure;
import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpstreamFaultTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "socket(..) failed: Too many open files",
        "Too many open files",
        "Cannot assign requested address: /127.0.0.1:9"
      })
  void aMachineWithoutSocketsIsNoBackendsFault(String text) {
    ProxyFailure bare = UpstreamFault.ofConnect(new IOException(text));
    assertThat(bare.kind()).isEqualTo(FailureKind.CONNECT_REFUSED);
    assertThat(bare.origin()).isEqualTo(ProxyFailure.Origin.INTERNAL);
    ProxyFailure wrapped =
        UpstreamFault.ofConnect(new IllegalArgumentException("x", new IOException(text)));
    assertThat(wrapped.origin()).isEqualTo(ProxyFailure.Origin.INTERNAL);
  }

  @Test
  void aRefusalIs() {
    ProxyFailure refused = UpstreamFault.ofConnect(new ConnectException("Connection refused"));
    assertThat(refused.kind()).isEqualTo(FailureKind.CONNECT_REFUSED);
    assertThat(refused.origin()).isEqualTo(ProxyFailure.Origin.UPSTREAM);
  }
}

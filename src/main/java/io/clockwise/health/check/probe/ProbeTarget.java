package io.clockwise.health.check.probe;

import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.model.BackendAddress;
import org.jspecify.annotations.Nullable;

/**
 * What is probed, and how.
 *
 * @param address of the backend
 * @param tls how its pool's backends are asked over TLS; null: not at all
 * @param http2 whether its pool's backends are spoken to in HTTP/2
 */
public record ProbeTarget(
    BackendAddress address, HealthConfig check, @Nullable BackendTlsConfig tls, boolean http2) {
  /** Returns where the probe goes. */
  BackendAddress probed() {
    return check.port() == 0 || address.isUnix()
        ? address
        : new BackendAddress(address.host(), check.port());
  }

  /** Returns the name of the server: what its certificate has, and what SNI asks for. */
  String serverName() {
    BackendTlsConfig secure = tls;
    if (secure != null && !secure.isAutoName()) {
      return secure.serverName();
    }
    String host = address.isUnix() ? "localhost" : address.host();
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  /** Tells whether the server has a name that TLS may ask for. */
  boolean isNamed() {
    BackendTlsConfig secure = tls;
    return address.isName() || secure != null && !secure.isAutoName();
  }

  /** Returns the Host field of requests that do not bring one. */
  String hostField() {
    return address.isUnix() ? "localhost" : probed().toString();
  }
}

package io.clockwise.proxy.connection.wire;

import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** An address whose connection begins with a header; only {@link HeadedTransport} can dial it. */
final class HeadedAddress implements SocketAddress {
  private final SocketAddress address;
  private final ProxyHeader header;

  HeadedAddress(SocketAddress address, ProxyHeader header) {
    this.address = address;
    this.header = header;
  }

  SocketAddress address() {
    return address;
  }

  ProxyHeader header() {
    return header;
  }

  @Override
  public @Nullable String host() {
    return address.host();
  }

  @Override
  public @Nullable String hostName() {
    return address.hostName();
  }

  @Override
  public @Nullable String hostAddress() {
    return address.hostAddress();
  }

  @Override
  public int port() {
    return address.port();
  }

  @Override
  public @Nullable String path() {
    return address.path();
  }

  @Override
  public boolean isInetSocket() {
    return address.isInetSocket();
  }

  @Override
  public boolean isDomainSocket() {
    return address.isDomainSocket();
  }
}

package io.clockwise.config;

/**
 * Where a listener binds.
 *
 * @param host name or address, IPv6 without brackets; {@code 0.0.0.0} is all of IPv4
 * @param port 0 to 65535; 0 lets the system choose
 */
public record SocketBind(String host, int port) {

  /** Returns {@code host:port}, IPv6 in brackets. */
  @Override
  public String toString() {
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}

package io.clockwise.model;

import java.util.Optional;

/**
 * Where a backend is dialled: a host name or IP literal and a TCP port.
 *
 * @param host name or address, IPv6 without brackets
 * @param port 1 to 65535
 */
public record BackendAddress(String host, int port) {

  /** Checks the bounds of the port and that a host is there. */
  public BackendAddress {
    if (host.isEmpty() || port < 1 || port > 65_535) {
      throw new IllegalArgumentException("not an address: host '" + host + "', port " + port);
    }
  }

  /** Reads {@code host:port} or {@code [ipv6]:port}; empty when the text is neither. */
  public static Optional<BackendAddress> parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon <= 0) {
      return Optional.empty();
    }
    String host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
      if (!host.chars().allMatch(BackendAddress::isIpv6Char) || host.indexOf(':') < 0) {
        return Optional.empty();
      }
    } else if (!host.chars().allMatch(BackendAddress::isHostChar)) {
      return Optional.empty();
    }
    int port = parsePort(text.substring(colon + 1));
    return host.isEmpty() || port < 1
        ? Optional.empty()
        : Optional.of(new BackendAddress(host, port));
  }

  /** Returns the port, 0 to 65535, or -1 when the text is not one. */
  public static int parsePort(String text) {
    if (text.isEmpty() || text.length() > 5 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return -1;
    }
    int port = Integer.parseInt(text);
    return port <= 65_535 ? port : -1;
  }

  private static boolean isHostChar(int c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '.'
        || c == '-'
        || c == '_';
  }

  private static boolean isIpv6Char(int c) {
    return Character.digit(c, 16) >= 0 && c < 128 || c == ':' || c == '.' || c == '%';
  }

  /** Returns {@code host:port}, IPv6 in brackets. */
  @Override
  public String toString() {
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}

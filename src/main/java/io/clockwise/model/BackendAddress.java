package io.clockwise.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Where a backend is dialled: a host name or IP literal and a TCP port, or a Unix socket.
 *
 * @param host name or address, IPv6 without brackets; or the absolute path of a socket
 * @param port 1 to 65535; 0 of a socket
 */
public record BackendAddress(String host, int port) {
  private static final int LONGEST_NAME = 253;
  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST_PATH = 107; // of the bytes that the system has for one
  private static final int DELETE = 0x7f;
  private static final String UNIX = "unix:";

  /** Checks the bounds of the port and that a host is there. */
  public BackendAddress {
    if (host.isEmpty() || port < (host.startsWith("/") ? 0 : 1) || port > 65_535) {
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
      if (!isIpv6(host)) {
        return Optional.empty();
      }
    } else if (!isNameOrIpv4(host)) {
      return Optional.empty();
    }
    int port = parsePort(text.substring(colon + 1));
    return port < 1 ? Optional.empty() : Optional.of(new BackendAddress(host, port));
  }

  /** Reads {@code unix:/path}, or what {@link #parse} reads; empty when the text is neither. */
  public static Optional<BackendAddress> parseBackend(String text) {
    if (!text.startsWith(UNIX)) {
      return parse(text);
    }
    String path = text.substring(UNIX.length());
    boolean good =
        path.startsWith("/")
            && !path.endsWith("/")
            && path.getBytes(StandardCharsets.UTF_8).length <= LONGEST_PATH
            && path.chars().noneMatch(c -> c < ' ' || c == DELETE);
    return good ? Optional.of(new BackendAddress(path, 0)) : Optional.empty();
  }

  /** Tells whether this is a Unix socket; its path is the host. */
  public boolean isUnix() {
    return port == 0;
  }

  /** Tells whether the host is a name that must be looked up. */
  public boolean isName() {
    return !isUnix() && host.indexOf(':') < 0 && CidrBlock.parseAddress(host).isEmpty();
  }

  /** Returns the port, 0 to 65535, or -1 when the text is not one. */
  public static int parsePort(String text) {
    if (text.isEmpty() || text.length() > 5 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return -1;
    }
    int port = Integer.parseInt(text);
    return port <= 65_535 ? port : -1;
  }

  /** Tells whether the text is an IPv6 literal, perhaps with a zone: {@code fe80::1%eth0}. */
  private static boolean isIpv6(String text) {
    int zone = text.indexOf('%');
    String address = zone < 0 ? text : text.substring(0, zone);
    return address.indexOf(':') >= 0
        && CidrBlock.parseAddress(address).isPresent()
        && (zone < 0
            || zone < text.length() - 1
                && text.chars().skip(zone + 1L).allMatch(BackendAddress::isHostChar));
  }

  /** Tells whether the text may be a host name (RFC 1123), or is an IPv4 address. */
  private static boolean isNameOrIpv4(String text) {
    String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text; // absolute
    String[] labels = name.split("\\.", -1);
    if (name.length() > LONGEST_NAME
        || !name.chars().allMatch(BackendAddress::isHostChar)
        || !Arrays.stream(labels).allMatch(BackendAddress::isLabel)) {
      return false;
    }
    // a name whose last label is a number is an IPv4 address or a misspelt one
    boolean numeric = labels[labels.length - 1].chars().allMatch(c -> c >= '0' && c <= '9');
    return !numeric || CidrBlock.parseAddress(text).isPresent();
  }

  private static boolean isLabel(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST_LABEL
        && !text.startsWith("-")
        && !text.endsWith("-");
  }

  private static boolean isHostChar(int c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '.'
        || c == '-'
        || c == '_';
  }

  /** Returns {@code host:port}, IPv6 in brackets; or {@code unix:/path}. */
  @Override
  public String toString() {
    if (isUnix()) {
      return UNIX + host;
    }
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}

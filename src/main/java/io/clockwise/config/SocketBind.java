package io.clockwise.config;

/**
 * Where a listener binds: an address and a port, or a Unix socket.
 *
 * @param host name or address, IPv6 without brackets; {@code 0.0.0.0} is all of IPv4; empty with a
 *     path
 * @param port 0 to 65535; 0 lets the system choose; 0 with a path
 * @param path of a Unix socket, absolute; else empty
 */
public record SocketBind(String host, int port, String path) {
  private static final String UNIX = "unix:";

  /** Makes a bind to an address and a port. */
  public SocketBind(String host, int port) {
    this(host, port, "");
  }

  /** Returns the bind of a Unix socket. */
  public static SocketBind unix(String path) {
    return new SocketBind("", 0, path);
  }

  /** Tells whether this is a Unix socket. */
  public boolean isUnix() {
    return !path.isEmpty();
  }

  /** Returns {@code host:port}, IPv6 in brackets, or {@code unix:/path}. */
  @Override
  public String toString() {
    if (isUnix()) {
      return UNIX + path;
    }
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}

package io.clockwise.config.read.form;

import io.clockwise.config.SocketBind;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.CidrBlock;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where to listen, as documents write it: {@code host:port}, {@code [ipv6]:port}, and where that is
 * possible {@code unix:/path}.
 */
public final class HostText {
  private static final String BIND = "host:port, port 0 to 65535";
  private static final String BIND_OR_PATH = BIND + ", or unix:/path";
  private static final String UNIX = "unix:";

  /** What the kernel takes as the path of a socket, its end mark aside. */
  private static final int LONGEST_PATH = 107;

  private static final CidrBlock V4_LOOPBACK = CidrBlock.parse("127.0.0.0/8").orElseThrow();
  private static final CidrBlock V6_LOOPBACK = CidrBlock.parse("::1/128").orElseThrow();
  private static final SocketBind NOWHERE = new SocketBind("127.0.0.1", 0);

  private HostText() {}

  /** Reads an address or a Unix socket; after a problem a place that clashes with no other. */
  public static SocketBind bindOrPath(Value value) {
    Optional<String> text = value.text(BIND_OR_PATH);
    Optional<String> path =
        text.filter(t -> t.startsWith(UNIX)).map(t -> t.substring(UNIX.length()));
    return path.isPresent()
        ? unix(value, path.get())
        : text.flatMap(t -> bind(value, t)).orElse(NOWHERE);
  }

  private static SocketBind unix(Value value, String path) {
    Optional<String> absolute =
        Optional.of(path)
            .filter(p -> !p.isEmpty())
            .flatMap(value.reading()::resolve)
            .map(p -> p.normalize().toString());
    int length = absolute.map(p -> p.getBytes(StandardCharsets.UTF_8).length).orElse(0);
    if (absolute.isEmpty() || length > LONGEST_PATH) {
      String hint = absolute.isEmpty() ? "" : "its path has more than " + LONGEST_PATH + " bytes";
      value.problem("unix:/path", hint);
      return NOWHERE;
    }
    return SocketBind.unix(absolute.get());
  }

  /** Reads an address; after a problem a place that clashes with no other. */
  public static SocketBind bind(Value value) {
    return value.text(BIND).flatMap(text -> bind(value, text)).orElse(NOWHERE);
  }

  /** Tells whether only this machine reaches the host. */
  public static boolean isLoopback(String host) {
    Optional<byte[]> address = CidrBlock.parseAddress(host);
    return address.isPresent()
        ? V4_LOOPBACK.contains(address.get()) || V6_LOOPBACK.contains(address.get())
        : host.equalsIgnoreCase("localhost");
  }

  private static Optional<SocketBind> bind(Value value, String text) {
    int colon = text.lastIndexOf(':');
    int port = BackendAddress.parsePort(text.substring(colon + 1));
    Optional<BackendAddress> host =
        port < 0 || colon <= 0
            ? Optional.empty()
            : BackendAddress.parse(text.substring(0, colon) + ":1");
    if (host.isEmpty()) {
      String hint = text.startsWith("unix:") ? "a Unix socket cannot be used here" : "";
      if (port >= 0 && colon <= 0) {
        hint = "write 0.0.0.0:" + port + " for all addresses of this machine";
      }
      value.problem(BIND, hint);
    }
    return host.map(address -> new SocketBind(address.host(), port));
  }
}

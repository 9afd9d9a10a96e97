package io.clockwise.config.read.node;

import io.clockwise.config.SocketBind;
import io.clockwise.model.BackendAddress;
import java.util.Optional;

/** Where to listen, as documents write it: {@code host:port} or {@code [ipv6]:port}. */
public final class HostText {
  private static final String BIND = "host:port, port 0 to 65535";
  private static final SocketBind NOWHERE = new SocketBind("127.0.0.1", 0);

  private HostText() {}

  /** Reads where to listen; after a problem a place that clashes with no other. */
  public static SocketBind bind(Value value) {
    return value.text(BIND).flatMap(text -> bind(value, text)).orElse(NOWHERE);
  }

  private static Optional<SocketBind> bind(Value value, String text) {
    int colon = text.lastIndexOf(':');
    int port = BackendAddress.parsePort(text.substring(colon + 1));
    Optional<BackendAddress> host =
        port < 0 || colon <= 0
            ? Optional.empty()
            : BackendAddress.parse(text.substring(0, colon) + ":1");
    if (host.isEmpty()) {
      String hint = text.startsWith("unix:") ? "unix: sockets are not supported yet" : "";
      if (port >= 0 && colon <= 0) {
        hint = "write 0.0.0.0:" + port + " for all addresses of this machine";
      }
      value.problem(BIND, hint);
    }
    return host.map(address -> new SocketBind(address.host(), port));
  }
}

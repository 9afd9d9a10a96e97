package io.clockwise.config.read.node;

import io.clockwise.config.SocketBind;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.CidrBlock;
import java.util.Optional;

/** Addresses as documents write them: {@code host:port} or {@code [ipv6]:port}. */
public final class HostText {
  private static final String BIND = "host:port, port 0 to 65535";
  private static final SocketBind NOWHERE = new SocketBind("127.0.0.1", 0);
  private static final int LONGEST_NAME = 253;
  private static final int LONGEST_LABEL = 63;

  private HostText() {}

  /** Reads where to listen; after a problem a place that clashes with no other. */
  public static SocketBind bind(Value value) {
    return value.text(BIND).flatMap(text -> bind(value, text)).orElse(NOWHERE);
  }

  private static Optional<SocketBind> bind(Value value, String text) {
    int colon = text.lastIndexOf(':');
    int port = BackendAddress.parsePort(text.substring(colon + 1));
    Optional<BackendAddress> host =
        port < 0 || colon <= 0 ? Optional.empty() : backend(text.substring(0, colon) + ":1");
    if (host.isEmpty()) {
      String hint = text.startsWith("unix:") ? "unix: sockets are not supported yet" : "";
      if (port >= 0 && colon <= 0) {
        hint = "write 0.0.0.0:" + port + " for all addresses of this machine";
      }
      value.problem(BIND, hint);
    }
    return host.map(address -> new SocketBind(address.host(), port));
  }

  /** Reads where a backend is dialled; empty when the text is no address. */
  public static Optional<BackendAddress> backend(String text) {
    return BackendAddress.parse(text).filter(address -> isHost(address.host()));
  }

  /** Tells whether the text is an IP literal, without brackets, or a name that could resolve. */
  public static boolean isHost(String host) {
    if (host.indexOf(':') >= 0) {
      int zone = host.indexOf('%');
      return CidrBlock.parseAddress(zone < 0 ? host : host.substring(0, zone)).isPresent()
          && zone != host.length() - 1;
    }
    if (host.isEmpty() || host.length() > LONGEST_NAME) {
      return false;
    }
    String[] labels = host.split("\\.", -1);
    for (String label : labels) {
      if (label.isEmpty()
          || label.length() > LONGEST_LABEL
          || label.startsWith("-")
          || label.endsWith("-")) {
        return false;
      }
    }
    // A name whose last label is a number is an IPv4 address or a misspelt one.
    boolean numeric = labels[labels.length - 1].chars().allMatch(c -> c >= '0' && c <= '9');
    return !numeric || CidrBlock.parseAddress(host).isPresent();
  }
}

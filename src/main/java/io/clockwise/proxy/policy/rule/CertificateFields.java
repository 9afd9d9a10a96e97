package io.clockwise.proxy.policy.rule;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TlsConfig;
import io.vertx.core.MultiMap;
import java.util.List;

/** Fields in which backends get the certificates of clients (RFC 9440). */
public final class CertificateFields {
  private CertificateFields() {}

  /** Returns the name of the field for requests of a listener; empty: there is none. */
  public static String nameAt(ClockwiseConfig config, SocketBind bind) {
    for (ListenerConfig listener : config.listeners()) {
      if (listener.bind().equals(bind)) {
        return name(listener);
      }
    }
    return "";
  }

  /**
   * Takes away what a client made up: the fields of all listeners, since a backend cannot tell
   * through which one a request came.
   */
  public static void strip(ClockwiseConfig config, MultiMap fields) {
    for (ListenerConfig listener : config.listeners()) {
      String name = name(listener);
      if (!name.isEmpty()) {
        List<String> alike =
            fields.names().stream().filter(given -> isTakenFor(given, name)).toList();
        alike.forEach(fields::remove);
      }
    }
  }

  /* Programs that get fields as variables (CGI) cannot tell a hyphen from an underscore. */
  private static boolean isTakenFor(String given, String name) {
    return given.length() == name.length()
        && given.replace('_', '-').equalsIgnoreCase(name.replace('_', '-'));
  }

  private static String name(ListenerConfig listener) {
    TlsConfig tls = listener.tls();
    return tls == null ? "" : tls.clientCertificateHeader();
  }
}

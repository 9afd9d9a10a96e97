package io.clockwise.proxy.policy;

import java.util.Locale;

/** The host that a request names, without port and in lower case. */
public final class HostName {
  private HostName() {}

  /** Returns the name in a Host field or an authority; empty when there is none. */
  public static String of(String host) {
    int colon = Syntax.portColon(host);
    return (colon < 0 ? host : host.substring(0, colon)).toLowerCase(Locale.ROOT);
  }
}

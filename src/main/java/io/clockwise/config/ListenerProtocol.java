package io.clockwise.config;

import java.util.List;

/** What a listener speaks. */
public enum ListenerProtocol {
  /** HTTP/1.1, and 1.0. */
  H1,
  /** HTTP/2 without TLS, by prior knowledge. */
  H2C,
  /** HTTP/2 with TLS, by ALPN. */
  H2;

  /** Returns what a listener speaks when the document does not say. */
  public static List<ListenerProtocol> defaults(boolean tls) {
    return tls ? List.of(H1, H2) : List.of(H1);
  }
}

package io.clockwise.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One place where requests come in.
 *
 * @param bind {@code host:port} or {@code unix:/path}; default {@code 0.0.0.0:8080}
 * @param protocols default {@code [h1]}, with {@code tls} {@code [h1, h2]}
 * @param proxyProtocol whose word about the client's address is believed; default nobody's
 * @param tls default null, no TLS
 */
public record ListenerConfig(
    SocketBind bind,
    List<ListenerProtocol> protocols,
    ProxyProtocolConfig proxyProtocol,
    @Nullable TlsConfig tls) {
  /** What a document without listeners means. */
  public static final ListenerConfig DEFAULT = new ListenerConfig(new SocketBind("0.0.0.0", 8080));

  /** Copies the list. */
  public ListenerConfig {
    protocols = List.copyOf(protocols);
  }

  /** Makes a listener of plain HTTP/1.1. */
  public ListenerConfig(SocketBind bind) {
    this(bind, ListenerProtocol.defaults(false), ProxyProtocolConfig.OFF, null);
  }

  /** Tells whether it speaks a protocol. */
  public boolean speaks(ListenerProtocol protocol) {
    return protocols.contains(protocol);
  }
}

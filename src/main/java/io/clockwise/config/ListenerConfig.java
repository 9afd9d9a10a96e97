package io.clockwise.config;

/**
 * One place where requests come in, plain HTTP/1.1.
 *
 * @param bind {@code host:port}; default {@code 0.0.0.0:8080}
 */
public record ListenerConfig(SocketBind bind) {
  /** What a document without listeners means. */
  public static final ListenerConfig DEFAULT = new ListenerConfig(new SocketBind("0.0.0.0", 8080));
}

package io.clockwise.config;

import java.util.List;

/**
 * The admin API.
 *
 * @param bind {@code host:port}; default {@code 127.0.0.1:9902}; needs a restart
 * @param tokens who may call it; default none, which is refused off loopback
 */
public record AdminConfig(SocketBind bind, List<TokenConfig> tokens) {
  /** Loopback, no token. */
  public static final AdminConfig DEFAULT =
      new AdminConfig(new SocketBind("127.0.0.1", 9902), List.of());

  /** Copies the list. */
  public AdminConfig {
    tokens = List.copyOf(tokens);
  }
}

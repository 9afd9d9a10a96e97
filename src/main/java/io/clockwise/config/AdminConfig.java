package io.clockwise.config;

import java.util.List;

/**
 * The admin API.
 *
 * @param bind {@code host:port}; default {@code 127.0.0.1:9902}; needs a restart
 * @param tokens who may call it; default none, which is refused off loopback
 * @param recentRequests how many finished requests of each kind are kept, to be asked for; default
 *     1000; 0: none; needs a restart
 */
public record AdminConfig(SocketBind bind, List<TokenConfig> tokens, int recentRequests) {
  /** Loopback, no token. */
  public static final AdminConfig DEFAULT =
      new AdminConfig(new SocketBind("127.0.0.1", 9902), List.of(), 1000);

  /** Copies the list. */
  public AdminConfig {
    tokens = List.copyOf(tokens);
  }
}

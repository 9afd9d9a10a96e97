package io.clockwise.config;

import org.jspecify.annotations.Nullable;

/**
 * A listener for machines alone: {@code /livez}, {@code /readyz} and {@code /metrics}, without a
 * token.
 *
 * @param bind {@code host:port}; default null, written as an empty text: off; needs a restart
 */
public record ProbesConfig(@Nullable SocketBind bind) {
  /** No such listener. */
  public static final ProbesConfig OFF = new ProbesConfig(null);
}

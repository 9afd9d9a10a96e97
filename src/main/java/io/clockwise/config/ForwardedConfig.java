package io.clockwise.config;

/**
 * In which words backends are told who asked.
 *
 * @param xForwarded {@code X-Forwarded-For}, {@code -Proto}, {@code -Host}, {@code -Port}; default
 *     true
 * @param standard {@code Forwarded} (RFC 7239); default false
 */
public record ForwardedConfig(boolean xForwarded, boolean standard) {
  /** The defaults. */
  public static final ForwardedConfig DEFAULT = new ForwardedConfig(true, false);
}

package io.clockwise.config;

/**
 * An answer that sends the client elsewhere. Short form: {@code https}, the same place by https.
 *
 * @param to the new place, with <code>{host}</code> (without port), <code>{path}</code> and <code>
 *     {query}</code> (with its question mark, when there is one) from the request
 * @param status 301, 302, 303, 307 or 308; default 308, which keeps the method
 */
public record RedirectConfig(String to, int status) {
  /** The same place by https. */
  public static final RedirectConfig HTTPS = new RedirectConfig("https://{host}{path}{query}", 308);
}

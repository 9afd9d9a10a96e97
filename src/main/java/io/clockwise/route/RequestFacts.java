package io.clockwise.route;

import io.clockwise.config.KeySource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a decision may know of a request. Text is raw: each char is one byte of the request (Latin-1
 * view), nothing decoded.
 */
public interface RequestFacts {
  /** Returns the method. */
  String method();

  /** Returns the host without port in lower case; empty when the request has none. */
  String host();

  /** Returns the target as received: path and query, or an absolute URI. */
  String target();

  /** Returns the path without query; begins with a slash, or is {@code *}. */
  String path();

  /** Returns the query without the question mark, or null. */
  @Nullable String query();

  /**
   * Returns a field's value, outer blanks cut, or null. Repeated fields are joined by a comma,
   * {@code Cookie} fields by {@code "; "} (RFC 6265 section 4.2, RFC 9113 section 8.2.3).
   *
   * @param name case-insensitive
   */
  @Nullable String header(String name);

  /**
   * Returns what {@link #header} does, for a moment: the text is another one when something else is
   * asked for.
   */
  default @Nullable CharSequence headerText(String name) {
    return header(name);
  }

  /** Returns what {@link #query} does, for a moment, as {@link #headerText} does. */
  default @Nullable CharSequence queryText() {
    return query();
  }

  /**
   * Tells whether it asks for an answer without an end in sight, as far as can be told before the
   * answer: a WebSocket, events, or gRPC. It may allocate.
   */
  default boolean asksStream() {
    String type = header("content-type");
    String accept = header("accept");
    return method().equals("CONNECT") // others than RFC 8441's are refused before
        || header("upgrade") != null
        || type != null && type.toLowerCase(Locale.ROOT).startsWith("application/grpc")
        || accept != null && accept.toLowerCase(Locale.ROOT).contains("text/event-stream");
  }

  /** Returns the address of the client, 4 or 16 bytes: the first untrusted one from the right. */
  byte[] clientAddress();

  /** Returns the server name of the TLS handshake in lower case; null without one. */
  @Nullable String tlsServerName();

  /** Returns a part of the certificate that the client showed; null when it showed none. */
  @Nullable String tlsClientCertificate(KeySource.CertificatePart part);
}

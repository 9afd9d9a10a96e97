package io.clockwise.proxy.gate;

import org.jspecify.annotations.Nullable;

/**
 * What the TLS handshake of a connection told.
 *
 * @param serverName that the client asked for (SNI), in lower case; null: none
 * @param certificate of the client; null: it showed none, or none was asked for
 */
public record TlsFacts(@Nullable String serverName, @Nullable Certificate certificate) {

  /**
   * A client's certificate that was checked against {@code clientCa}.
   *
   * @param subject distinguished name (RFC 2253)
   * @param fingerprint SHA-256 of its DER form, 64 hexadecimal digits in lower case
   */
  public record Certificate(String subject, String fingerprint) {}
}

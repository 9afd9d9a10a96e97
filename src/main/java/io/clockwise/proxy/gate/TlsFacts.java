package io.clockwise.proxy.gate;

import io.vertx.core.http.HttpConnection;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
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

  static TlsFacts of(HttpConnection connection) {
    String name = connection.indicatedServerName();
    return new TlsFacts(
        name == null || name.isEmpty() ? null : name.toLowerCase(Locale.ROOT),
        certificate(connection.sslSession()));
  }

  private static @Nullable Certificate certificate(@Nullable SSLSession session) {
    try {
      return session != null
              && session.getPeerCertificates().length > 0
              && session.getPeerCertificates()[0] instanceof X509Certificate shown
          ? new Certificate(shown.getSubjectX500Principal().getName(), fingerprint(shown))
          : null;
    } catch (SSLPeerUnverifiedException none) {
      return null;
    }
  }

  private static String fingerprint(X509Certificate certificate) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
      throw new IllegalStateException(e); // each platform has SHA-256, and it was decoded before
    }
  }
}

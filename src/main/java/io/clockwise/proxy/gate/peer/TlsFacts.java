package io.clockwise.proxy.gate.peer;

import io.vertx.core.http.HttpConnection;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * What the TLS handshake of a connection told.
 *
 * @param protocol that is spoken, such as {@code TLSv1.3}
 * @param cipher the suite, by its name in the JDK
 * @param serverName that the client asked for (SNI), in lower case; null: none
 * @param certificate of the client; null: it showed none, or none was asked for
 */
public record TlsFacts(
    String protocol,
    String cipher,
    @Nullable String serverName,
    @Nullable ClientCertificate certificate) {

  /** Returns what the handshake of a connection over TLS told. */
  public static TlsFacts of(HttpConnection connection) {
    String name = connection.indicatedServerName();
    SSLSession session = connection.sslSession();
    return new TlsFacts(
        session == null ? "" : session.getProtocol(),
        session == null ? "" : session.getCipherSuite(),
        name == null || name.isEmpty() ? null : name.toLowerCase(Locale.ROOT),
        session == null ? null : certificate(session));
  }

  private static @Nullable ClientCertificate certificate(SSLSession session) {
    try {
      return session.getPeerCertificates().length > 0
              && session.getPeerCertificates()[0] instanceof X509Certificate shown
          ? new ClientCertificate(shown)
          : null;
    } catch (SSLPeerUnverifiedException none) {
      return null;
    }
  }
}

package io.clockwise.proxy.loop;

import io.clockwise.config.KeySource.CertificatePart;
import io.clockwise.model.IpText;
import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.gate.peer.ClientCertificate;
import io.clockwise.proxy.gate.peer.Origin;
import io.clockwise.proxy.gate.peer.TlsFacts;
import io.clockwise.route.RequestFacts;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** What is known of a request, whichever data path it takes. */
public interface ServedRequest extends RequestFacts {
  /** Returns what stands before the client's connection. */
  ClientGate gate();

  /** Returns the version in which the client spoke. */
  HttpVersion version();

  /** Returns the host as received, with its port; the target's own wins; null without one. */
  @Nullable String rawHost();

  /** Tells whether the peer's own claims about the client are believed. */
  boolean isPeerTrusted();

  /** Returns the User-Agent field; null without one. */
  @Nullable String userAgent();

  /** Returns the Referer field; null without one. */
  @Nullable String referer();

  /** Returns the version as it is written, such as {@code HTTP/1.1}; empty when there is none. */
  default String versionText() {
    @Nullable HttpVersion version = version();
    if (version == null) { // so malformed that the server does not know
      return "";
    }
    return switch (version) {
      case HTTP_1_0 -> "HTTP/1.0";
      case HTTP_1_1 -> "HTTP/1.1";
      case HTTP_2 -> "HTTP/2.0";
      case HTTP_3 -> "HTTP/3.0";
    };
  }

  /** Returns the scheme that the client used. */
  default String scheme() {
    return gate().scheme();
  }

  /** Tells whether the client's scheme is https, as far as is known: a trusted peer may say so. */
  default boolean isSecure() {
    String told = isPeerTrusted() ? header("x-forwarded-proto") : null;
    return "https".equalsIgnoreCase(told == null ? scheme() : told.split(",", 2)[0].strip());
  }

  /** Returns the text of the client's address; ready made, unless a proxy names the client. */
  default String clientText() {
    byte[] client = clientAddress();
    Origin origin = gate().origin();
    return client == origin.peer() ? origin.addressText() : IpText.of(client);
  }

  /** Returns the number of the client's connection. */
  default long connection() {
    return gate().number();
  }

  /** Returns what the TLS handshake told; null on a connection without TLS. */
  default @Nullable TlsFacts tls() {
    return gate().tls();
  }

  @Override
  default @Nullable String tlsServerName() {
    TlsFacts tls = tls();
    return tls == null ? null : tls.serverName();
  }

  @Override
  default @Nullable String tlsClientCertificate(CertificatePart part) {
    TlsFacts tls = tls();
    ClientCertificate shown = tls == null ? null : tls.certificate();
    if (shown == null) {
      return null;
    }
    return part == CertificatePart.SUBJECT ? shown.subject() : shown.fingerprint();
  }
}

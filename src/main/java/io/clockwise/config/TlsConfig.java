package io.clockwise.config;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a listener speaks TLS.
 *
 * @param certificates chosen by the server name that the client asks for; the first one for unknown
 *     names and for clients that name none
 * @param minVersion the oldest version spoken; default {@code "1.2"}
 * @param clientAuth whether clients show a certificate; default {@code none}
 * @param clientCa PEM file with the certificates that sign those of clients; null when none are
 *     asked for
 * @param clientCertificateHeader field in which backends get the certificate that the client
 *     showed, as {@code Client-Cert} is (RFC 9440); from clients it is taken away on every
 *     listener; default empty: none
 */
public record TlsConfig(
    List<CertificateConfig> certificates,
    Version minVersion,
    ClientAuth clientAuth,
    @Nullable Path clientCa,
    String clientCertificateHeader) {

  /** Copies the list. */
  public TlsConfig {
    certificates = List.copyOf(certificates);
  }

  /** Makes one that does not pass certificates of clients on. */
  public TlsConfig(
      List<CertificateConfig> certificates,
      Version minVersion,
      ClientAuth clientAuth,
      @Nullable Path clientCa) {
    this(certificates, minVersion, clientAuth, clientCa, "");
  }

  /** Returns the same with another field for certificates of clients. */
  public TlsConfig withClientCertificateHeader(String name) {
    return new TlsConfig(certificates, minVersion, clientAuth, clientCa, name);
  }

  /** A version of TLS. */
  public enum Version {
    /** TLS 1.2 (RFC 5246). */
    V1_2("1.2"),
    /** TLS 1.3 (RFC 8446). */
    V1_3("1.3");

    private final String word;

    Version(String word) {
      this.word = word;
    }

    /** Returns how documents write it. */
    public String word() {
      return word;
    }
  }

  /** What is asked of clients. */
  public enum ClientAuth {
    /** Nothing. */
    NONE,
    /** A certificate, which may be missing but not be wrong. */
    REQUEST,
    /** A certificate. */
    REQUIRED
  }
}

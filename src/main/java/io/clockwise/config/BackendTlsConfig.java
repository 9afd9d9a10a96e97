package io.clockwise.config;

import org.jspecify.annotations.Nullable;

/**
 * TLS on the connections to the backends of a pool.
 *
 * @param verify whether a backend's certificate must be valid and name it; default true
 * @param ca PEM file of the authorities that are believed; default: those of the system
 * @param serverName the name that is asked for (SNI) and that the certificate must have; default
 *     {@code auto}: the host of the backend's address
 * @param cert PEM file of the certificate that is shown to backends, with its chain; default: none
 * @param key PEM file of its private key; default: none
 */
public record BackendTlsConfig(
    boolean verify,
    @Nullable PemFile ca,
    String serverName,
    @Nullable PemFile cert,
    @Nullable PemFile key) {
  /** The word for the host of the backend's address. */
  public static final String AUTO = "auto";

  /** The defaults. */
  public static final BackendTlsConfig DEFAULT = new BackendTlsConfig(true, null, AUTO, null, null);

  /** Tells whether the name is the host of the backend's address. */
  public boolean isAutoName() {
    return serverName.equals(AUTO);
  }
}

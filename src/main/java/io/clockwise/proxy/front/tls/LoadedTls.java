package io.clockwise.proxy.front.tls;

import io.clockwise.config.CertificateConfig;
import io.clockwise.config.TlsConfig;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.net.OpenSSLEngineOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The settings of TLS with what their files held.
 *
 * @param config the settings
 * @param pairs the certificates, in their order
 * @param authorities who signs the certificates of clients; null: none are asked for
 */
public record LoadedTls(TlsConfig config, List<KeyPairFiles> pairs, @Nullable Buffer authorities) {
  /* TLS 1.3, then those of TLS 1.2 with forward secrecy and authenticated encryption. */
  private static final List<String> SUITES =
      List.of(
          "TLS_AES_128_GCM_SHA256",
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  /** Copies the list. */
  public LoadedTls {
    pairs = List.copyOf(pairs);
  }

  /**
   * Reads and checks all files; blocks.
   *
   * @throws UnusableCertificate when one cannot be used
   */
  public static LoadedTls read(TlsConfig config) {
    return read(config, null);
  }

  /** Reads the files again, and checks those that have changed; blocks. */
  LoadedTls readAgain() {
    return read(config, this);
  }

  private static LoadedTls read(TlsConfig config, @Nullable LoadedTls before) {
    List<KeyPairFiles> pairs = new ArrayList<>();
    for (int i = 0; i < config.certificates().size(); i++) {
      KeyPairFiles known = before == null ? null : before.pairs().get(i);
      pairs.add(KeyPairFiles.read(config.certificates().get(i), known));
    }
    Path ca = config.clientCa();
    return new LoadedTls(config, pairs, ca == null ? null : KeyPairFiles.readAuthorities(ca));
  }

  /** Returns the options of a server that speaks TLS so. */
  public ServerSSLOptions options() {
    PemKeyCertOptions keys = new PemKeyCertOptions();
    pairs.forEach(pair -> keys.addCertValue(pair.cert()).addKeyValue(pair.key()));
    ServerSSLOptions options =
        new ServerSSLOptions()
            .setKeyCertOptions(keys)
            .setSni(true)
            .setClientAuth(clientAuth())
            .setEnabledSecureTransportProtocols(versions())
            // the door has a deadline, which can be longer than the usual one here
            .setSslHandshakeTimeout(2)
            .setSslHandshakeTimeoutUnit(TimeUnit.HOURS)
            // without h2 the server would name no protocol at all
            .setUseAlpn(true)
            .setApplicationLayerProtocols(List.of("http/1.1"));
    if (authorities != null) {
      options.setTrustOptions(new PemTrustOptions().addCertValue(authorities));
    }
    SUITES.forEach(options::addEnabledCipherSuite);
    return options;
  }

  private ClientAuth clientAuth() {
    return switch (config.clientAuth()) {
      case NONE -> ClientAuth.NONE;
      case REQUEST -> ClientAuth.REQUEST;
      case REQUIRED -> ClientAuth.REQUIRED;
    };
  }

  private Set<String> versions() {
    Set<String> versions = new LinkedHashSet<>();
    if (config.minVersion() == TlsConfig.Version.V1_2) {
      versions.add("TLSv1.2");
    }
    versions.add("TLSv1.3");
    return versions;
  }

  /** Returns the engine that does the work: BoringSSL where there is one, else the JDK's. */
  public static SSLEngineOptions engine() {
    return OpenSSLEngineOptions.isAvailable() && OpenSSLEngineOptions.isAlpnAvailable()
        ? new OpenSSLEngineOptions()
        : new JdkSSLEngineOptions();
  }

  /** Returns when each certificate expires, by its file. */
  public Map<Path, Instant> expiries() {
    Map<Path, Instant> expiries = new LinkedHashMap<>();
    List<CertificateConfig> files = config.certificates();
    for (int i = 0; i < pairs.size(); i++) {
      expiries.put(files.get(i).cert(), pairs.get(i).expiry());
    }
    return expiries;
  }
}

package io.clockwise.proxy.front.tls;

import io.clockwise.config.CertificateConfig;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.impl.KeyStoreHelper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is in the two files of a certificate, known to fit together.
 *
 * @param cert the certificate's file as it was read
 * @param key the key's file as it was read
 * @param expiry when the certificate expires
 */
public record KeyPairFiles(Buffer cert, Buffer key, Instant expiry) {
  private static final String BEGIN_CERTIFICATE = "-----BEGIN CERTIFICATE-----";
  private static final byte[] PROBE = "fits".getBytes(StandardCharsets.US_ASCII);

  /**
   * Reads and checks the files; blocks.
   *
   * @param before what they held once; null: unknown
   * @throws UnusableCertificate when a file cannot be read or understood, or they do not fit
   */
  static KeyPairFiles read(CertificateConfig config, @Nullable KeyPairFiles before) {
    Buffer cert = bytes(config.cert());
    Buffer key = bytes(config.key());
    if (before != null && before.cert().equals(cert) && before.key().equals(key)) {
      return before;
    }
    X509Certificate own = certificates(config.cert(), cert).iterator().next();
    PrivateKey secret = privateKey(config, cert, key);
    if (!fits(own.getPublicKey(), secret)) {
      throw new UnusableCertificate(
          config.key(), "this key is not that of " + config.cert() + "; name the two of one pair");
    }
    return new KeyPairFiles(cert, key, own.getNotAfter().toInstant());
  }

  /** Reads a file with certificates of authorities; blocks. */
  static Buffer readAuthorities(Path file) {
    Buffer content = bytes(file);
    certificates(file, content);
    return content;
  }

  private static Buffer bytes(Path file) {
    try {
      return Buffer.buffer(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new UnusableCertificate(file, "no such file");
    } catch (AccessDeniedException e) {
      throw new UnusableCertificate(file, "permission denied");
    } catch (IOException e) {
      throw new UnusableCertificate(file, "cannot be read: " + e.getMessage());
    }
  }

  private static Collection<X509Certificate> certificates(Path file, Buffer content) {
    String text = content.toString(StandardCharsets.ISO_8859_1);
    if (!text.contains(BEGIN_CERTIFICATE)) {
      throw new UnusableCertificate(file, "holds no PEM certificate (" + BEGIN_CERTIFICATE + ")");
    }
    try {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(content.getBytes()));
      return found.stream().map(X509Certificate.class::cast).toList();
    } catch (CertificateException e) {
      throw new UnusableCertificate(file, "a certificate in it is malformed");
    }
  }

  private static PrivateKey privateKey(CertificateConfig config, Buffer cert, Buffer key) {
    String text = key.toString(StandardCharsets.ISO_8859_1);
    if (text.contains("ENCRYPTED")) {
      throw new UnusableCertificate(
          config.key(), "the key is encrypted; store it without a password");
    }
    if (!text.contains("PRIVATE KEY-----")) {
      throw new UnusableCertificate(
          config.key(), "holds no PEM private key (-----BEGIN PRIVATE KEY-----)");
    }
    try {
      KeyStore store = KeyStoreHelper.loadKeyCert(List.of(key), List.of(cert));
      Key found =
          store.getKey(store.aliases().nextElement(), KeyStoreHelper.DUMMY_PASSWORD.toCharArray());
      return (PrivateKey) found;
    } catch (Exception e) { // whatever the parser of keys throws
      throw new UnusableCertificate(config.key(), "the key is malformed, or neither RSA nor EC");
    }
  }

  private static boolean fits(PublicKey open, PrivateKey secret) {
    String algorithm = secret.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
    try {
      Signature signing = Signature.getInstance(algorithm);
      signing.initSign(secret);
      signing.update(PROBE);
      byte[] signed = signing.sign();
      Signature checking = Signature.getInstance(algorithm);
      checking.initVerify(open);
      checking.update(PROBE);
      return checking.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // a key of another kind
    }
  }
}

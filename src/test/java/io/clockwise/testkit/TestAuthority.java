package io.clockwise.testkit;

import io.clockwise.config.CertificateConfig;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** Certificates that are made while a test runs, as files in a directory of the test. */
public final class TestAuthority {
  private final Path directory;
  private final X509Bundle authority;

  /** Makes an authority. */
  public TestAuthority(Path directory) {
    this.directory = directory;
    this.authority = build(base("authority").setIsCertificateAuthority(true), null);
  }

  private static CertificateBuilder base(String name) {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=" + name)
        .notBefore(Instant.now().minus(Duration.ofDays(2)))
        .notAfter(Instant.now().plus(Duration.ofDays(30)));
  }

  private static X509Bundle build(CertificateBuilder builder, X509Bundle issuer) {
    try {
      return issuer == null ? builder.buildSelfSigned() : builder.buildIssuedBy(issuer);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a certificate of the authority for a server name. */
  public X509Bundle of(String name) {
    return build(base(name).addSanDnsName(name), authority);
  }

  /** Returns one with an RSA key. */
  public X509Bundle rsa(String name) {
    return build(base(name).rsa2048().addSanDnsName(name), authority);
  }

  /** Returns one that has expired. */
  public X509Bundle expired(String name) {
    return build(
        base(name).addSanDnsName(name).notAfter(Instant.now().minus(Duration.ofDays(1))),
        authority);
  }

  /** Returns the authority. */
  public X509Bundle authority() {
    return authority;
  }

  /** Writes the authority's certificate; returns the file. */
  public Path authorityFile() throws IOException {
    return Files.writeString(directory.resolve("ca.pem"), authority.getCertificatePEM());
  }

  /** Writes a certificate and its key as NAME.pem and NAME.key; returns the files. */
  public CertificateConfig write(String name, X509Bundle pair) throws IOException {
    Path cert = directory.resolve(name + ".pem");
    Path key = directory.resolve(name + ".key");
    Files.writeString(cert, pair.getCertificatePathPEM());
    Files.writeString(key, pair.getPrivateKeyPEM());
    return new CertificateConfig(cert, key);
  }

  /** Writes a new certificate for a server name; returns the files. */
  public CertificateConfig write(String name) throws IOException {
    return write(name, of(name));
  }

  /** Makes an RSA certificate that signs itself; names are host names or IP addresses. */
  public static X509Bundle selfSigned(String... names) {
    return build(named(base(names[0]).rsa2048().setIsCertificateAuthority(true), names), null);
  }

  /** Makes a certificate on the curve secp256r1 that signs itself. */
  public static X509Bundle onCurve(String... names) {
    return build(named(base(names[0]).setIsCertificateAuthority(true), names), null);
  }

  private static CertificateBuilder named(CertificateBuilder builder, String... names) {
    for (String name : names) {
      if (name.matches("[0-9.]+|.*:.*")) {
        builder.addSanIpAddress(name);
      } else {
        builder.addSanDnsName(name);
      }
    }
    return builder;
  }

  private static String pem(String label, byte[] der) {
    String lines =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
  }

  private static byte[] der(String pem) {
    return Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]*-----", ""));
  }

  /** Returns the same RSA key in its older form: what is wrapped at the end of the newer one. */
  public static String pkcs1(X509Bundle pair) {
    byte[] pkcs8 = der(pair.getPrivateKeyPEM());
    int from = 4 + 3 + 15 + 4; // sequence, version, algorithm, head of the octets
    return pem("RSA PRIVATE KEY", Arrays.copyOfRange(pkcs8, from, pkcs8.length));
  }

  /** Returns the same key of the curve secp256r1 in its older form, which names the curve. */
  public static String sec1(X509Bundle pair) {
    byte[] pkcs8 = der(pair.getPrivateKeyPEM());
    String hex = new BigInteger(1, pkcs8).toString(16);
    int secret = hex.indexOf("0201010420") + 10; // version 1, 32 octets
    String key = "0201010420" + hex.substring(secret, secret + 64) + "a00a06082a8648ce3d030107";
    byte[] body =
        new BigInteger("30" + Integer.toHexString(key.length() / 2) + key, 16).toByteArray();
    return pem("EC PRIVATE KEY", body);
  }
}

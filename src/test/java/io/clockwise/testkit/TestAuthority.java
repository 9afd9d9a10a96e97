package io.clockwise.testkit;

import io.clockwise.config.CertificateConfig;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

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
}

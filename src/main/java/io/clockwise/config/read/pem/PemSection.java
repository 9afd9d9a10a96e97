package io.clockwise.config.read.pem;

import io.clockwise.config.PemFile;
import io.clockwise.config.read.node.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.util.Optional;

/** The keys whose values are paths of PEM files: certificates, and the private key of one. */
public final class PemSection {
  private static final int LARGEST = 1 << 20;
  private static final String CERTIFICATES = "the path of a PEM file with certificates";
  private static final String KEY = "the path of a PEM file with a private key, RSA or EC";

  private PemSection() {}

  /** Reads a file of certificates; empty when none is named, or after a problem. */
  public static Optional<PemFile> certificates(Value value) {
    Optional<PemFile> file = file(value, CERTIFICATES);
    return file.filter(
        found -> {
          try {
            if (!Pem.certificates(found.text()).isEmpty()) {
              return true;
            }
            value.problem(CERTIFICATES, "it holds no -----BEGIN CERTIFICATE-----");
          } catch (GeneralSecurityException | IllegalArgumentException e) {
            value.problem(CERTIFICATES, "a certificate in it is damaged");
          }
          return false;
        });
  }

  /** Reads the file of a private key; empty when none is named, or after a problem. */
  public static Optional<PemFile> privateKey(Value value) {
    Optional<PemFile> file = file(value, KEY);
    return file.filter(
        found -> {
          try {
            Pem.privateKey(found.text());
            return true;
          } catch (GeneralSecurityException | IllegalArgumentException e) {
            value.problem(KEY, String.valueOf(e.getMessage()));
            return false;
          }
        });
  }

  /**
   * Notes a problem when a private key is not that of the first certificate.
   *
   * @param at where the key is named
   */
  public static void pair(PemFile certificates, PemFile key, Value at) {
    try {
      PrivateKey secret = Pem.privateKey(key.text());
      if (Pem.fits(secret, Pem.certificates(certificates.text()).get(0).getPublicKey())) {
        return;
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // no key for any certificate that a handshake could use
    }
    at.problem(
        "the private key of the first certificate in " + certificates.file(),
        "name the file that was made with that certificate");
  }

  private static Optional<PemFile> file(Value value, String expected) {
    Optional<String> name = value.text(expected).filter(text -> !text.isEmpty());
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<Path> path = value.reading().resolve(name.get());
    if (path.isEmpty()) {
      value.problem(expected, "this system cannot have such a path");
      return Optional.empty();
    }
    try {
      if (Files.size(path.get()) > LARGEST) {
        value.problem(expected, "the file is too large for one");
        return Optional.empty();
      }
      byte[] bytes = Files.readAllBytes(path.get());
      return Optional.of(new PemFile(path.get(), new String(bytes, StandardCharsets.ISO_8859_1)));
    } catch (IOException e) {
      value.problem(expected, path.get() + " cannot be read: " + fault(e));
      return Optional.empty();
    }
  }

  private static String fault(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    return e instanceof AccessDeniedException ? "permission denied" : "it is not a readable file";
  }
}

package io.clockwise.proxy.gate.peer;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A client's certificate that was checked against {@code clientCa}. Its texts are made when they
 * are asked for first; used on the connection's event loop only.
 */
public final class ClientCertificate {
  private final X509Certificate shown;
  private @Nullable String subject;
  private @Nullable String fingerprint;
  private @Nullable String field;

  ClientCertificate(X509Certificate shown) {
    this.shown = shown;
  }

  /** Returns its distinguished name (RFC 2253), one char for each byte of its UTF-8. */
  public String subject() {
    String known = subject;
    if (known == null) {
      byte[] name = shown.getSubjectX500Principal().getName().getBytes(StandardCharsets.UTF_8);
      known = new String(name, StandardCharsets.ISO_8859_1);
      subject = known;
    }
    return known;
  }

  /** Returns the SHA-256 of its DER form, 64 hexadecimal digits in lower case. */
  public String fingerprint() {
    String known = fingerprint;
    if (known == null) {
      try {
        known = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(der()));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e); // each platform has it
      }
      fingerprint = known;
    }
    return known;
  }

  /** Returns it as the value of a field: its DER form as a byte sequence (RFC 9440 section 2.1). */
  public String field() {
    String known = field;
    if (known == null) {
      known = ":" + Base64.getEncoder().encodeToString(der()) + ":";
      field = known;
    }
    return known;
  }

  private byte[] der() {
    try {
      return shown.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e); // it was decoded before
    }
  }
}

package io.clockwise.config.read.pem;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is in a PEM text (RFC 7468). */
final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

  private Pem() {}

  /** Returns the certificates in their order. */
  static List<X509Certificate> certificates(String text) throws GeneralSecurityException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> found = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      if (block.group(1).equals("CERTIFICATE")) {
        byte[] der = Base64.getMimeDecoder().decode(block.group(2));
        found.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
      }
    }
    return found;
  }

  /** Returns the private key; fails with a few words for people. */
  static PrivateKey privateKey(String text) throws GeneralSecurityException {
    if (text.contains("ENCRYPTED")) {
      throw new GeneralSecurityException("the key is encrypted; store it without a passphrase");
    }
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      byte[] der = Base64.getMimeDecoder().decode(block.group(2));
      String label = block.group(1);
      if (label.equals("PRIVATE KEY")) {
        return key(der);
      } else if (label.equals("RSA PRIVATE KEY")) {
        return key(Der.pkcs8OfRsa(der));
      } else if (label.equals("EC PRIVATE KEY")) {
        return key(Der.pkcs8OfEc(der));
      } // else parameters of a curve, or certificates
    }
    throw new GeneralSecurityException("it holds no -----BEGIN PRIVATE KEY-----");
  }

  private static PrivateKey key(byte[] pkcs8) throws GeneralSecurityException {
    for (String algorithm : List.of("RSA", "EC")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      } catch (InvalidKeySpecException e) {
        // the other algorithm, or damaged
      }
    }
    throw new GeneralSecurityException("the key in it is damaged, or neither RSA nor EC");
  }

  /** Tells whether what one signs the other confirms. */
  static boolean fits(PrivateKey secret, PublicKey known) throws GeneralSecurityException {
    if (!secret.getAlgorithm().equals(known.getAlgorithm())) {
      return false;
    }
    byte[] text = {1, 2, 3};
    Signature signature =
        Signature.getInstance(
            secret.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
    signature.initSign(secret);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(known);
    signature.update(text);
    return signature.verify(signed);
  }
}

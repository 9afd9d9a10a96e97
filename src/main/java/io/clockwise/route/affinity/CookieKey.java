package io.clockwise.route.affinity;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A secret that signs cookies, or verifies them. Immutable; never shown. */
public final class CookieKey {
  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] secret;
  private final int hash;

  /** Copies a secret. */
  public CookieKey(byte[] secret) {
    this.secret = secret.clone();
    this.hash = Arrays.hashCode(secret);
  }

  /** Returns what computes codes by it, for one thread. */
  Mac mac() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("each Java has " + ALGORITHM, e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CookieKey key && MessageDigest.isEqual(secret, key.secret);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return "secret";
  }
}

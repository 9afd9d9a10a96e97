package io.clockwise.admin.auth;

import io.clockwise.config.Role;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A bearer token; only its hash is kept.
 *
 * @param role what its bearer may do
 * @param name how the history calls its bearer: the file's name
 */
@SuppressWarnings("ArrayRecordComponent") // compared in constant time, never as a record
record Token(Role role, String name, byte[] sha256) {

  /** Tells, in a time that does not depend on the texts, whether this is the hash of its text. */
  boolean hasHash(byte[] candidate) {
    return MessageDigest.isEqual(sha256, candidate);
  }

  /** Returns the hash of a token's text. */
  static byte[] hashOf(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return role + ":" + name;
  }
}

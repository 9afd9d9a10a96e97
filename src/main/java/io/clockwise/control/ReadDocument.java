package io.clockwise.control;

import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Function;

/**
 * A document that was understood, or not.
 *
 * @param name how messages call it
 * @param directory what relative paths in it start from
 * @param fingerprint SHA-256 of its bytes, hexadecimal
 * @param result the configuration, or every problem
 */
record ReadDocument(String name, Path directory, String fingerprint, ConfigResult result) {

  /** Reads a document; takes a while, so on a worker. */
  static ReadDocument of(ConfigDocument document, Function<ConfigDocument, ConfigResult> reader) {
    return new ReadDocument(
        document.name(), document.directory(), sha256(document.bytes()), reader.apply(document));
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

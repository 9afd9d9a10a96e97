package io.clockwise.discovery;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * What one look at a file saw: its bytes, or why there are none. It travels through Vert.x Config
 * as bytes, so that a failure is a value there too.
 */
final class Sight {
  private static final byte DOCUMENT = 'D';
  private static final byte PROBLEM = 'P';

  private final byte kind;
  private final byte[] content;

  private Sight(byte kind, byte[] content) {
    this.kind = kind;
    this.content = content;
  }

  static Sight document(byte[] bytes) {
    return new Sight(DOCUMENT, bytes);
  }

  static Sight problem(String text) {
    return new Sight(PROBLEM, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the problem, or empty when there is a document. */
  Optional<String> problem() {
    return kind == PROBLEM
        ? Optional.of(new String(content, StandardCharsets.UTF_8))
        : Optional.empty();
  }

  /** Returns the document; meaningless with a problem. */
  byte[] bytes() {
    return content;
  }

  /** Returns this as {@link #decode} reads it. */
  Buffer encode() {
    return Buffer.buffer(content.length + 1).appendByte(kind).appendBytes(content);
  }

  /** Reads what {@link #encode} wrote; nothing when there are no bytes. */
  static Optional<Sight> decode(byte[] encoded) {
    return encoded.length == 0
        ? Optional.empty()
        : Optional.of(new Sight(encoded[0], Arrays.copyOfRange(encoded, 1, encoded.length)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sight that && kind == that.kind && Arrays.equals(content, that.content);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(content) + kind;
  }

  @Override
  public String toString() {
    return problem().orElseGet(() -> content.length + " bytes");
  }
}

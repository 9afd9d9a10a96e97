package io.clockwise.config.read.node;

import io.clockwise.config.ConfigProblem;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a document as text, or why they are none.
 *
 * @param text without a byte order mark
 * @param problem null: none
 */
record DocumentText(String text, @Nullable ConfigProblem problem) {
  /** The largest document, in bytes. */
  static final int MOST_BYTES = 4 << 20;

  private static final String UTF_8_HINT = "save the file as UTF-8";

  /** Decodes UTF-8 strictly. */
  static DocumentText of(byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      return fault(0, bytes.length + " bytes", "at most " + MOST_BYTES + " bytes (4MiB)", "");
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      String given = String.format("the byte 0x%02x", bytes[in.position()] & 0xff);
      return fault(lineOfByte(bytes, in.position()), given, "UTF-8 text", UTF_8_HINT);
    }
    String text = out.flip().toString();
    text = text.startsWith("\ufeff") ? text.substring(1) : text;
    int nul = text.indexOf(0);
    if (nul >= 0) {
      return fault(lineOfChar(text, nul), "a NUL character", "UTF-8 text", UTF_8_HINT);
    }
    return new DocumentText(text, null);
  }

  /** Returns the line of a character, counting from 1. */
  static int lineOfChar(String text, int index) {
    return 1 + (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
  }

  private static int lineOfByte(byte[] bytes, int index) {
    int line = 1;
    for (int i = 0; i < index; i++) {
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return line;
  }

  private static DocumentText fault(int line, String given, String expected, String hint) {
    return new DocumentText("", new ConfigProblem("", line, given, expected, hint));
  }
}

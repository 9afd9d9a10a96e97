package io.clockwise.control.journal.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** One line of a journal: eight hexadecimal digits of a CRC-32C (RFC 3720), a blank, the text. */
public final class JournalLine {
  private static final int DIGITS = 8;
  private static final byte[] START = {' ', '{', '"', 'f'}; // of {"format": ...

  private JournalLine() {}

  /** Returns a line with its end; the text is ASCII. */
  public static byte[] write(String text) {
    byte[] content = text.getBytes(StandardCharsets.US_ASCII);
    byte[] line = new byte[DIGITS + 1 + content.length + 1];
    byte[] digits = checksum(content, 0, content.length).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(digits, 0, line, 0, DIGITS);
    line[DIGITS] = ' ';
    System.arraycopy(content, 0, line, DIGITS + 1, content.length);
    line[line.length - 1] = '\n';
    return line;
  }

  /** Returns the text of the line in a range without its end; null when it is not whole. */
  public static @Nullable String read(byte[] bytes, int from, int to) {
    int start = from + DIGITS + 1;
    if (start > to || bytes[start - 1] != ' ') {
      return null;
    }
    String digits = new String(bytes, from, DIGITS, StandardCharsets.ISO_8859_1);
    return digits.equals(checksum(bytes, start, to - start))
        ? new String(bytes, start, to - start, StandardCharsets.US_ASCII)
        : null;
  }

  /**
   * Tells whether another line begins within a range that should be one. Texts have blanks in
   * strings only, and no letter behind the quote that ends a string.
   */
  public static boolean holdsSeveral(byte[] bytes, int from, int to) {
    for (int i = from + DIGITS + 1; i + START.length <= to; i++) {
      if (Arrays.equals(bytes, i, i + START.length, START, 0, START.length)) {
        return true;
      }
    }
    return false;
  }

  private static String checksum(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}

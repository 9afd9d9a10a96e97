package io.clockwise.proxy.wire;

import io.clockwise.proxy.wire.octet.Octets;

/**
 * Fields of requests that mean nothing, but that the decoder behind this parser reads as a length.
 * No client sends them but to have a body where others see none.
 */
final class LookAlikes {
  /*
   * The HTTP server knows Content-Length and Content-Type by all their bytes but the one behind the
   * hyphen. A request of an old draft of WebSocket has a body of 8 bytes there, that nothing tells
   * but its fields.
   */
  private static final String BEGIN = "content-";
  private static final String LENGTH_END = "ength";
  private static final String TYPE_END = "ype";
  private static final String KEY = "sec-websocket-key";

  private LookAlikes() {}

  /** Tells whether there is one. */
  static boolean in(HeadFields fields) {
    int keys = 0;
    for (int field = 0; field < fields.count(); field++) {
      if (fields.name(field) != FieldName.OTHER) {
        continue;
      }
      int from = fields.nameFrom(field);
      int length = fields.nameTo(field) - from;
      byte[] bytes = fields.bytes();
      if (looksLike(bytes, from, length, LENGTH_END) || looksLike(bytes, from, length, TYPE_END)) {
        return true;
      }
      if (length == KEY.length() + 1 && Octets.equal(bytes, from, from + KEY.length(), KEY)) {
        byte last = bytes[from + KEY.length()];
        keys |= last == '1' ? 1 : last == '2' ? 2 : 0;
      }
    }
    return keys == 3;
  }

  private static boolean looksLike(byte[] bytes, int from, int length, String end) {
    int odd = from + BEGIN.length();
    return length == BEGIN.length() + 1 + end.length()
        && Octets.equal(bytes, from, odd, BEGIN)
        && Octets.equal(bytes, odd + 1, from + length, end);
  }
}

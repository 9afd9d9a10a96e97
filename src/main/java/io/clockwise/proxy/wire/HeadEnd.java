package io.clockwise.proxy.wire;

import io.clockwise.proxy.wire.octet.Octets;
import io.netty.buffer.ByteBuf;

/**
 * The search for the end of a head that comes in several reads: it remembers where it has looked,
 * so that a head in many small parts costs no more than one look at each byte.
 */
public final class HeadEnd {
  private int seen;
  private boolean begun;

  /** Begins the search for another end. */
  public void begin() {
    seen = 0;
    begun = false;
  }

  /**
   * Tells whether it is worth while to parse: the bytes hold an empty line behind another, or a
   * line end that the parser refuses. Once they do, they do until another search begins.
   *
   * @param from where the head begins; may change from call to call with the bytes
   * @param to where the bytes end for now
   */
  public boolean isIn(byte[] bytes, int from, int to) {
    int line = from + seen;
    for (int at = line; at < to; at++) {
      if (bytes[at] == Octets.LF) {
        if (at == line || bytes[at - 1] != Octets.CR || isLast(at - line, at - from)) {
          return true;
        }
        line = at + 1;
        seen = line - from;
      }
    }
    return false;
  }

  /**
   * Tells the same of other bytes.
   *
   * @param from where the head begins
   */
  public boolean isIn(ByteBuf bytes, int from, int to) {
    int line = from + seen;
    int at = bytes.indexOf(line, to, Octets.LF);
    while (at >= 0) {
      if (at == line || bytes.getByte(at - 1) != Octets.CR || isLast(at - line, at - from)) {
        return true;
      }
      line = at + 1;
      seen = line - from;
      at = bytes.indexOf(line, to, Octets.LF);
    }
    return false;
  }

  /* Of empty lines before the first that is not, the parser passes over a few. */
  private boolean isLast(int lineBytes, int headBytes) {
    if (lineBytes > 1) {
      begun = true;
      return false;
    }
    return begun || headBytes > RequestHeadParser.MOST_EMPTY_BYTES;
  }
}

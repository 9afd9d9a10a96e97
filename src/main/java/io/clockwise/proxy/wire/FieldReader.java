package io.clockwise.proxy.wire;

import io.clockwise.proxy.wire.octet.Octets;
import org.jspecify.annotations.Nullable;

/** Reads the lines of fields to the empty line behind them (RFC 9112 section 5). */
final class FieldReader {
  private final HeadFields fields = new HeadFields();
  private @Nullable HeadFault fault;

  HeadFields fields() {
    return fields;
  }

  @Nullable HeadFault fault() {
    return fault;
  }

  /**
   * Reads.
   *
   * @param from the first byte of the first line
   * @param mostBytes of all lines, without their ends
   * @return where the empty line has ended; {@link RequestHeadParser#INCOMPLETE}, {@link
   *     RequestHeadParser#FAULT}
   */
  int read(byte[] bytes, int from, int to, int mostBytes, int mostFields) {
    fields.begin(bytes);
    int left = mostBytes;
    int at = from;
    while (true) {
      int line = at;
      while (at < to && Octets.is(bytes[at], Octets.TOKEN)) {
        at++;
      }
      if (at == to) {
        return incomplete(at - line, left);
      }
      if (at == line || bytes[at] != ':') {
        return noName(bytes, line, at, to);
      }
      int nameTo = at++;
      while (at < to && Octets.isBlank(bytes[at])) {
        at++;
      }
      int valueFrom = at;
      at = Octets.endOfText(bytes, at, to);
      if (at == to) {
        return incomplete(at - line, left);
      }
      left -= at - line;
      if (left < 0) {
        return refuse(HeadFault.FIELDS_TOO_LARGE);
      }
      if (bytes[at] != Octets.CR || at + 1 < to && bytes[at + 1] != Octets.LF) {
        return refuse(HeadFault.FIELD_VALUE);
      }
      if (at + 1 == to) {
        return RequestHeadParser.INCOMPLETE;
      }
      if (fields.count() == mostFields) {
        return refuse(HeadFault.TOO_MANY_FIELDS);
      }
      int valueTo = at;
      while (valueTo > valueFrom && Octets.isBlank(bytes[valueTo - 1])) {
        valueTo--;
      }
      fields.add(line, nameTo, valueFrom, valueTo);
      at += 2;
    }
  }

  private int noName(byte[] bytes, int line, int at, int to) {
    if (at > line) {
      return refuse(HeadFault.FIELD_NAME);
    }
    if (bytes[at] == Octets.CR) {
      if (at + 1 == to) {
        return RequestHeadParser.INCOMPLETE;
      }
      return bytes[at + 1] == Octets.LF ? at + 2 : refuse(HeadFault.FIELD_NAME);
    }
    return refuse(Octets.isBlank(bytes[at]) ? HeadFault.FOLDED : HeadFault.FIELD_NAME);
  }

  private int incomplete(int line, int left) {
    return line > left ? refuse(HeadFault.FIELDS_TOO_LARGE) : RequestHeadParser.INCOMPLETE;
  }

  private int refuse(HeadFault why) {
    fault = why;
    return RequestHeadParser.FAULT;
  }
}

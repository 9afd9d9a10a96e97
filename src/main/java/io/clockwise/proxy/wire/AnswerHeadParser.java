package io.clockwise.proxy.wire;

import io.clockwise.proxy.wire.octet.Octets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the heads of HTTP/1 answers (RFC 9112 sections 2 to 6) and refuses what is not exactly one.
 * It is used for one head after the other, as {@link RequestHeadParser} is.
 */
public final class AnswerHeadParser {
  private static final int STATUS_DIGITS = 3;
  private static final long HTTP = FirstLine.word("HTTP/1.1");
  private static final long HTTP_1_0 = FirstLine.word("HTTP/1.0");

  private final FieldReader reader = new FieldReader();
  private final HeadFields fields = reader.fields();
  private final Framing framing = new Framing();
  private final int mostFields;
  private int statusLine = 16 * 1024;
  private int headers = 64 * 1024;
  private @Nullable HeadFault fault;
  private int status;
  private int reasonFrom;
  private int reasonTo;
  private int minorVersion;

  /** Makes one for heads with so many fields at most. */
  public AnswerHeadParser(int mostFields) {
    this.mostFields = mostFields;
  }

  /**
   * Sets limits for the heads that follow.
   *
   * @param statusLineBytes without the line's end; default 16 KiB
   * @param headerBytes of all fields, without the ends of their lines; default 64 KiB
   */
  public AnswerHeadParser limits(int statusLineBytes, int headerBytes) {
    statusLine = statusLineBytes;
    headers = headerBytes;
    return this;
  }

  /**
   * Reads the head that begins here.
   *
   * @return its length with the empty line behind it; {@link RequestHeadParser#INCOMPLETE}, {@link
   *     RequestHeadParser#FAULT}
   */
  public int parse(byte[] bytes, int from, int to) {
    fault = null;
    int line = line(bytes, from, to);
    if (line < 0) {
      boolean beyond = to - from > statusLine && FirstLine.length(bytes, from, to) > statusLine;
      return beyond ? refuse(HeadFault.LINE_TOO_LONG) : line;
    }
    if (line - 2 - from > statusLine) {
      return refuse(HeadFault.LINE_TOO_LONG);
    }
    int end = reader.read(bytes, line, to, headers, mostFields);
    if (end < 0) {
      fault = reader.fault();
      return end;
    }
    HeadFault found = framing.read(fields, minorVersion);
    return found == null ? end - from : refuse(found);
  }

  private int line(byte[] bytes, int from, int to) {
    int at = from + Long.BYTES;
    if (at >= to) {
      return FirstLine.beginsVersion(bytes, from, to)
          ? RequestHeadParser.INCOMPLETE
          : refuse(HeadFault.MALFORMED);
    }
    long word = Octets.eight(bytes, from);
    if (word != HTTP && word != HTTP_1_0) {
      return refuse(
          FirstLine.beginsVersion(bytes, from, at) ? HeadFault.VERSION : HeadFault.MALFORMED);
    }
    minorVersion = word == HTTP ? 1 : 0;
    if (bytes[at++] != Octets.SP) {
      return refuse(HeadFault.MALFORMED);
    }
    int number = 0;
    for (int i = 0; i < STATUS_DIGITS; i++) {
      if (at == to) {
        return RequestHeadParser.INCOMPLETE;
      }
      if (!Octets.isDigit(bytes[at])) {
        return refuse(HeadFault.STATUS);
      }
      number = number * 10 + bytes[at++] - '0';
    }
    if (number < 100 || number > 599) {
      return refuse(HeadFault.STATUS);
    }
    status = number;
    return reason(bytes, at, to);
  }

  /* A status line may end without the blank before its reason: many servers write none. */
  private int reason(byte[] bytes, int from, int to) {
    int at = from;
    if (at < to && bytes[at] == Octets.SP) {
      at++;
    } else if (at < to && bytes[at] != Octets.CR) {
      return refuse(HeadFault.STATUS);
    }
    reasonFrom = at;
    at = Octets.endOfText(bytes, at, to);
    reasonTo = at;
    if (at == to) {
      return RequestHeadParser.INCOMPLETE;
    }
    if (bytes[at] != Octets.CR || at + 1 < to && bytes[at + 1] != Octets.LF) {
      return refuse(HeadFault.MALFORMED);
    }
    return at + 1 == to ? RequestHeadParser.INCOMPLETE : at + 2;
  }

  private int refuse(HeadFault why) {
    fault = why;
    return RequestHeadParser.FAULT;
  }

  /** Returns why the last head was refused; null: it was not. */
  public @Nullable HeadFault fault() {
    return fault;
  }

  /** Returns the fields. */
  public HeadFields fields() {
    return fields;
  }

  /** Returns the status, 100 to 599. */
  public int status() {
    return status;
  }

  /** Returns where the reason phrase begins. */
  public int reasonFrom() {
    return reasonFrom;
  }

  /** Returns where the reason phrase has ended; at its begin: there is none. */
  public int reasonTo() {
    return reasonTo;
  }

  /** Returns the version: 1 of HTTP/1.1, 0 of HTTP/1.0. */
  public int minorVersion() {
    return minorVersion;
  }

  /** Returns the length that the head tells, in bytes; -1: none. */
  public long contentLength() {
    return framing.contentLength();
  }

  /** Tells whether the body comes in chunks. */
  public boolean chunked() {
    return framing.isChunked();
  }

  /** Tells whether the backend's connection goes on behind the answer (RFC 9112 section 9.3). */
  public boolean keepsAlive() {
    return framing.keepsAlive();
  }
}

package io.clockwise.proxy.wire;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.TargetRule;
import io.clockwise.proxy.wire.octet.Octets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the heads of HTTP/1 requests (RFC 9112 sections 2 to 6) and refuses what is not exactly
 * one. It is used for one head after the other and allocates nothing for them: what it returns is
 * about the last one, and holds as long as its bytes are not changed.
 */
public final class RequestHeadParser {
  /** The end of the head is not among the bytes. */
  public static final int INCOMPLETE = -1;

  /** The head is refused. */
  public static final int FAULT = -2;

  private static final int MOST_EMPTY_BYTES = 16; // of lines before the first
  private static final long HTTP = FirstLine.word("HTTP/1.1");
  private static final long HTTP_1_0 = FirstLine.word("HTTP/1.0");

  private final FieldReader reader = new FieldReader();
  private final HeadFields fields = reader.fields();
  private final Framing framing = new Framing();
  private final TargetReader target = new TargetReader();
  private int requestLine = LimitsConfig.DEFAULT.requestLine();
  private int headers = LimitsConfig.DEFAULT.headers();
  private int mostFields;
  private @Nullable HeadFault fault;
  private int methodFrom;
  private int methodTo;
  private int targetFrom;
  private int targetTo;
  private int minorVersion;

  /** Makes one with the limits of {@link LimitsConfig#DEFAULT} but for the number of fields. */
  public RequestHeadParser(int mostFields) {
    this.mostFields = mostFields;
  }

  /**
   * Sets limits for the heads that follow.
   *
   * @param requestLineBytes without the line's end
   * @param headerBytes of all fields, without the ends of their lines
   */
  public RequestHeadParser limits(int requestLineBytes, int headerBytes, TargetRule rule) {
    requestLine = requestLineBytes;
    headers = headerBytes;
    target.rule(rule);
    return this;
  }

  /** Sets limits for the heads that follow. */
  public RequestHeadParser limits(LimitsConfig limits) {
    mostFields = limits.headerCount();
    return limits(limits.requestLine(), limits.headers(), limits.target());
  }

  /**
   * Reads the head that begins here.
   *
   * @return its length with the empty line behind it, and with those before it that are passed over
   *     (RFC 9112 section 2.2); {@link #INCOMPLETE}; {@link #FAULT}
   */
  public int parse(byte[] bytes, int from, int to) {
    fault = null;
    int begin = from;
    while (to - begin >= 2
        && bytes[begin] == Octets.CR
        && bytes[begin + 1] == Octets.LF
        && begin - from < MOST_EMPTY_BYTES) {
      begin += 2;
    }
    int line = line(bytes, begin, to);
    if (line < 0) {
      boolean beyond = to - begin > requestLine && FirstLine.length(bytes, begin, to) > requestLine;
      return beyond ? refuse(HeadFault.LINE_TOO_LONG) : line;
    }
    if (line - 2 - begin > requestLine) {
      return refuse(HeadFault.LINE_TOO_LONG);
    }
    int end = reader.read(bytes, line, to, headers, mostFields);
    if (end < 0) {
      fault = reader.fault();
      return end;
    }
    HeadFault found = framing.read(fields, minorVersion);
    if (found == null) {
      found = RequestFields.check(fields, minorVersion);
    }
    return found == null ? end - from : refuse(found);
  }

  /** Returns where the first line has ended. */
  private int line(byte[] bytes, int begin, int to) {
    int at = begin;
    while (at < to && Octets.is(bytes[at], Octets.TOKEN)) {
      at++;
    }
    if (at == to || at == begin && to - begin == 1 && bytes[at] == Octets.CR) {
      return INCOMPLETE;
    }
    if (bytes[at] != Octets.SP || at == begin) {
      return refuse(at == begin ? HeadFault.MALFORMED : HeadFault.METHOD);
    }
    methodFrom = begin;
    methodTo = at;
    if (FirstLine.isUnserved(bytes, begin, at)) {
      return refuse(HeadFault.UNSERVED_METHOD);
    }
    targetFrom = at + 1;
    targetTo = target.read(bytes, targetFrom, to);
    if (targetTo < 0) {
      fault = target.fault();
      return targetTo;
    }
    if (target.isAsterisk() && !FirstLine.is(bytes, methodFrom, methodTo, "OPTIONS")) {
      return refuse(HeadFault.ASTERISK);
    }
    return version(bytes, targetTo + 1, to);
  }

  private int version(byte[] bytes, int at, int to) {
    int end = at + Long.BYTES;
    if (end + 2 <= to && bytes[end] == Octets.CR && bytes[end + 1] == Octets.LF) {
      long word = Octets.eight(bytes, at);
      if (word == HTTP || word == HTTP_1_0) {
        minorVersion = word == HTTP ? 1 : 0;
        return end + 2;
      }
    }
    HeadFault found = FirstLine.versionFault(bytes, at, to);
    return found == null ? INCOMPLETE : refuse(found);
  }

  private int refuse(HeadFault why) {
    fault = why;
    return FAULT;
  }

  /** Returns why the last head was refused; null: it was not. */
  public @Nullable HeadFault fault() {
    return fault;
  }

  /** Returns the fields. */
  public HeadFields fields() {
    return fields;
  }

  /** Returns where the method begins. */
  public int methodFrom() {
    return methodFrom;
  }

  /** Returns where the method has ended. */
  public int methodTo() {
    return methodTo;
  }

  /** Tells whether this is the method; by its case (RFC 9110 section 9.1). */
  public boolean isMethod(String method) {
    return FirstLine.is(fields.bytes(), methodFrom, methodTo, method);
  }

  /** Returns where the target begins, in whatever form it is. */
  public int targetFrom() {
    return targetFrom;
  }

  /** Returns where the target has ended. */
  public int targetTo() {
    return targetTo;
  }

  /** Tells whether the target is a path, perhaps with a query: what a backend gets. */
  public boolean originForm() {
    return pathFrom() == targetFrom && !target.isAsterisk();
  }

  /** Tells whether the target is {@code *}. */
  public boolean asteriskForm() {
    return target.isAsterisk();
  }

  /** Returns where the host and port of an absolute target begin. */
  public int authorityFrom() {
    return target.authorityFrom();
  }

  /** Returns where the host and port of an absolute target have ended; of others: its begin. */
  public int authorityTo() {
    return target.authorityTo();
  }

  /** Returns where the path begins; an absolute target may have an empty one, which means "/". */
  public int pathFrom() {
    return target.pathFrom();
  }

  /** Returns where the path has ended. */
  public int pathTo() {
    return target.pathTo();
  }

  /** Tells whether the target has a query, perhaps an empty one. */
  public boolean hasQuery() {
    return target.queryFrom() >= 0;
  }

  /** Returns where the query begins, behind the question mark, or -1; it ends with the target. */
  public int queryFrom() {
    return target.queryFrom();
  }

  /** Returns the version: 1 of HTTP/1.1, 0 of HTTP/1.0. */
  public int minorVersion() {
    return minorVersion;
  }

  /** Returns the length of the body in bytes; -1: the head does not tell one. */
  public long contentLength() {
    return framing.contentLength();
  }

  /** Tells whether the body comes in chunks. */
  public boolean chunked() {
    return framing.isChunked();
  }

  /** Tells whether the client wants to go on behind the answer (RFC 9112 section 9.3). */
  public boolean keepsAlive() {
    return framing.keepsAlive();
  }
}

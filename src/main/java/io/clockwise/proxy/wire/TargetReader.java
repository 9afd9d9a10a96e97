package io.clockwise.proxy.wire;

import io.clockwise.config.TargetRule;
import io.clockwise.proxy.wire.octet.Authority;
import io.clockwise.proxy.wire.octet.DotSegments;
import io.clockwise.proxy.wire.octet.Octets;
import org.jspecify.annotations.Nullable;

/** Reads request targets (RFC 9112 section 3.2); nothing is decoded. */
final class TargetReader {
  private static final String HTTP = "http://";
  private static final String HTTPS = "https://";

  private int queryBits = Octets.BROWSER_QUERY;
  private boolean strictQuery;
  private int authorityFrom;
  private int authorityTo;
  private int pathFrom;
  private int pathTo;
  private int queryFrom;
  private boolean asterisk;
  private @Nullable HeadFault fault;

  void rule(TargetRule rule) {
    strictQuery = rule == TargetRule.RFC;
    queryBits = strictQuery ? Octets.QUERY : Octets.BROWSER_QUERY;
  }

  int authorityFrom() {
    return authorityFrom;
  }

  int authorityTo() {
    return authorityTo;
  }

  int pathFrom() {
    return pathFrom;
  }

  int pathTo() {
    return pathTo;
  }

  /** Returns where the query begins, behind its question mark, or -1. */
  int queryFrom() {
    return queryFrom;
  }

  boolean isAsterisk() {
    return asterisk;
  }

  @Nullable HeadFault fault() {
    return fault;
  }

  /**
   * Reads the target that begins here.
   *
   * @return where the blank behind it stands; {@link RequestHeadParser#INCOMPLETE}, {@link
   *     RequestHeadParser#FAULT}
   */
  int read(byte[] bytes, int from, int to) {
    asterisk = false;
    authorityFrom = from;
    authorityTo = from;
    queryFrom = -1;
    if (from == to) {
      return RequestHeadParser.INCOMPLETE;
    }
    return bytes[from] == '/' ? path(bytes, from, to) : other(bytes, from, to);
  }

  private int path(byte[] bytes, int from, int to) {
    int seen = 0;
    int at = from;
    int bits = 0;
    while (at < to && ((bits = Octets.of(bytes[at])) & Octets.PATH) != 0) {
      seen |= bits;
      at++;
    }
    if (at == to) {
      return RequestHeadParser.INCOMPLETE;
    }
    pathFrom = from;
    pathTo = at;
    if ((seen & Octets.NOTABLE) != 0) {
      if (!Octets.hasEscapesOnly(bytes, from, at)) {
        return refuse(HeadFault.TARGET);
      }
      if (DotSegments.in(bytes, from, at)) {
        return refuse(HeadFault.DOT_SEGMENT);
      }
    }
    return behindPath(bytes, at, to);
  }

  private int behindPath(byte[] bytes, int pathEnd, int to) {
    int at = pathEnd;
    if (bytes[at] == '?') {
      queryFrom = ++at;
      while (at < to && Octets.is(bytes[at], queryBits)) {
        at++;
      }
      if (at == to) {
        return RequestHeadParser.INCOMPLETE;
      }
      if (strictQuery && !Octets.hasEscapesOnly(bytes, queryFrom, at)) {
        return refuse(HeadFault.TARGET);
      }
    }
    return bytes[at] == Octets.SP ? at : refuse(HeadFault.TARGET);
  }

  private int other(byte[] bytes, int from, int to) {
    int end = from;
    while (end < to && bytes[end] > Octets.SP) {
      end++;
    }
    if (end == to) {
      return RequestHeadParser.INCOMPLETE;
    }
    if (bytes[end] != Octets.SP) {
      return refuse(HeadFault.TARGET);
    }
    if (end == from + 1 && bytes[from] == '*') {
      asterisk = true;
      pathFrom = from;
      pathTo = end;
      return end;
    }
    return absolute(bytes, from, end, to);
  }

  private int absolute(byte[] bytes, int from, int end, int to) {
    int authority = from + schemeLength(bytes, from, end);
    int at = authority;
    while (at < end && bytes[at] != '/' && bytes[at] != '?') {
      at++;
    }
    if (authority == from || at == authority) {
      return refuse(HeadFault.TARGET_FORM);
    }
    if (!Authority.isHost(bytes, authority, at)) {
      return refuse(HeadFault.AUTHORITY);
    }
    authorityFrom = authority;
    authorityTo = at;
    if (bytes[at] == '/') {
      return path(bytes, at, to);
    }
    pathFrom = at;
    pathTo = at;
    return behindPath(bytes, at, to);
  }

  private static int schemeLength(byte[] bytes, int from, int end) {
    if (begins(bytes, from, end, HTTP)) {
      return HTTP.length();
    }
    return begins(bytes, from, end, HTTPS) ? HTTPS.length() : 0;
  }

  private static boolean begins(byte[] bytes, int from, int end, String lower) {
    return end - from >= lower.length() && Octets.equal(bytes, from, from + lower.length(), lower);
  }

  private int refuse(HeadFault why) {
    fault = why;
    return RequestHeadParser.FAULT;
  }
}

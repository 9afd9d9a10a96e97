package io.clockwise.proxy.wire;

import io.clockwise.model.FailureKind;

/** Why a head is refused. */
public enum HeadFault {
  /** The parts of its first line are not those of RFC 9112. */
  MALFORMED(FailureKind.BAD_REQUEST, "the first line is malformed"),
  /** A method that is no token (RFC 9110 section 9.1). */
  METHOD(FailureKind.BAD_REQUEST, "the method holds a character that is not allowed"),
  /** TRACE and CONNECT. */
  UNSERVED_METHOD(FailureKind.METHOD_NOT_ALLOWED, "TRACE and CONNECT are not served"),
  /** A target in another form than those that are served (RFC 9112 section 3.2). */
  TARGET_FORM(FailureKind.BAD_REQUEST, "the request target is neither a path nor an http URI"),
  /** A target with a byte that the rule does not allow. */
  TARGET(FailureKind.BAD_REQUEST, "the request target holds a character that is not allowed"),
  /** The target {@code *} with another method than OPTIONS. */
  ASTERISK(FailureKind.BAD_REQUEST, "the target * belongs to OPTIONS only"),
  /** The authority of an absolute target is none. */
  AUTHORITY(FailureKind.BAD_REQUEST, "the authority of the request target is not a host"),
  /** A path that climbs, also in escapes. */
  DOT_SEGMENT(FailureKind.BAD_REQUEST, "the path has a dot segment"),
  /** Neither HTTP/1.0 nor HTTP/1.1. */
  VERSION(FailureKind.UNKNOWN_VERSION, "only HTTP/1.0 and HTTP/1.1 are spoken here"),
  /** A first line beyond its limit. */
  LINE_TOO_LONG(FailureKind.TARGET_TOO_LONG, "the first line is too long"),
  /** A status that is not three digits from 100 to 599 (RFC 9110 section 15). */
  STATUS(FailureKind.BAD_RESPONSE, "the status is none"),
  /** A name that is no token, a blank before the colon, a line without a colon. */
  FIELD_NAME(FailureKind.BAD_REQUEST, "a field name that is none"),
  /** A line that begins with a blank (RFC 9112 section 5.2). */
  FOLDED(FailureKind.BAD_REQUEST, "a folded field"),
  /** A control byte in a value, or a line end that is not CR LF. */
  FIELD_VALUE(FailureKind.BAD_REQUEST, "a field value holds a character that is not allowed"),
  /** Fields beyond their limit in bytes. */
  FIELDS_TOO_LARGE(FailureKind.FIELDS_TOO_LARGE, "the fields are too large"),
  /** Fields beyond their limit in number. */
  TOO_MANY_FIELDS(FailureKind.FIELDS_TOO_LARGE, "too many fields"),
  /** A content length that is none, or several (RFC 9112 section 6.3). */
  LENGTH(FailureKind.BAD_REQUEST, "the Content-Length is malformed"),
  /** A content length beside a transfer coding, or a coding in HTTP/1.0. */
  FRAMING(FailureKind.BAD_REQUEST, "the length of the body is in doubt"),
  /** A transfer coding whose last is not chunked, or that has it twice. */
  CODING(FailureKind.BAD_REQUEST, "the transfer coding does not end with chunked"),
  /** Another transfer coding than chunked. */
  UNKNOWN_CODING(FailureKind.UNKNOWN_CODING, "only the transfer coding chunked is known"),
  /** No Host field in HTTP/1.1, several, or one that is no host (RFC 9112 section 3.2). */
  HOST(FailureKind.BAD_REQUEST, "the Host field is missing, repeated, or not a host"),
  /** An expectation other than 100-continue. */
  EXPECTATION(FailureKind.EXPECTATION_FAILED, "only 100-continue can be expected");

  private final FailureKind kind;
  private final String detail;

  HeadFault(FailureKind kind, String detail) {
    this.kind = kind;
    this.detail = detail;
  }

  /** Returns what a request with this fault is refused as; an answer is a bad one always. */
  public FailureKind kind() {
    return kind;
  }

  /** Returns one line for the client. */
  public String detail() {
    return detail;
  }
}

package io.clockwise.admin.http;

import java.util.Locale;

/** The kinds of refusal that the API knows, each with its status and title (RFC 9457). */
public enum ProblemType {
  /** Malformed, of a wrong type or out of bounds. */
  INVALID(400, "The request is not valid"),
  /** No token, or one that is unknown. */
  UNAUTHENTICATED(401, "A bearer token is needed"),
  /** The token's role does not allow it. */
  FORBIDDEN(403, "The token's role does not allow this"),
  /** A web page elsewhere started it. */
  FOREIGN_ORIGIN(403, "The request comes from a foreign web page"),
  /** No such path, pool or backend. */
  NOT_FOUND(404, "Not found"),
  /** The revision is not known. */
  UNKNOWN_REVISION(404, "There is no such revision"),
  /** The path has other methods. */
  METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
  /** The body did not come in time. */
  BODY_TIMEOUT(408, "The body did not come in time"),
  /** The id is taken. */
  EXISTS(409, "It exists already"),
  /** The pool's last open backend would close. */
  LAST_OPEN(409, "It would close the last open backend of the pool"),
  /** The name of the change was given to another one. */
  REUSED(409, "The Idempotency-Key was used for another change"),
  /** Requests are in flight on the backend. */
  LIVE_WORK(409, "The backend has live requests"),
  /** No change is under way. */
  NOT_STAGED(409, "No change is under way"),
  /** The pool has changed since. */
  STALE(412, "The pool has changed since"),
  /** The body is too large. */
  TOO_LARGE(413, "The body is too large"),
  /** The body is not JSON. */
  MEDIA_TYPE(415, "The body must be JSON"),
  /** The configuration has problems. */
  CONFIG_INVALID(422, "The configuration has problems; the one in use stays"),
  /** The configuration cannot be read. */
  CONFIG_UNREADABLE(422, "The configuration cannot be read; the one in use stays"),
  /** What is there would be replaced unseen. */
  PRECONDITION_REQUIRED(428, "If-Match is needed"),
  /** Too many wrong tokens. */
  TOO_MANY_WRONG_TOKENS(429, "Too many wrong tokens from this address"),
  /** A fault of Clockwise itself. */
  INTERNAL(500, "Internal error"),
  /** Too many follow the events. */
  TOO_MANY_SUBSCRIBERS(503, "Too many subscribers"),
  /** The change cannot be kept. */
  NOT_KEPT(503, "The change cannot be kept"),
  /** Clockwise stops. */
  STOPPING(503, "Clockwise is stopping");

  private final int status;
  private final String title;

  ProblemType(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** Returns the status code. */
  public int status() {
    return status;
  }

  /** Returns the summary, the same for each problem of this type. */
  public String title() {
    return title;
  }

  /** Returns the last part of the type's URI, such as {@code last-open}. */
  public String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the URI that names the type. */
  public String uri() {
    return "urn:clockwise:problem:" + slug();
  }
}

package io.clockwise.model;

/** Why a request was not answered by a backend; each is counted under its own name. */
public enum FailureKind {
  /** No route takes the request. */
  NO_ROUTE,
  /** The route wants a key and the request has none. */
  MISSING_KEY,
  /** The request is malformed. */
  BAD_REQUEST,
  /** The route does not serve this client. */
  ACCESS_DENIED,
  /** The request body is longer than the route takes. */
  BODY_TOO_LARGE,
  /** The request target is too long. */
  TARGET_TOO_LONG,
  /** The request fields are too many or too large. */
  FIELDS_TOO_LARGE,
  /** TRACE or CONNECT. */
  METHOD_NOT_ALLOWED,
  /** A transfer coding other than chunked. */
  UNKNOWN_CODING,
  /** A protocol that is not spoken here, asked for by an extended CONNECT. */
  UNKNOWN_PROTOCOL,
  /** An expectation other than 100-continue. */
  EXPECTATION_FAILED,
  /** An HTTP version that is not spoken here. */
  UNKNOWN_VERSION,
  /** The head or the body did not come in time. */
  REQUEST_TIMEOUT,
  /** The client went away before the answer was complete. */
  CLIENT_GONE,
  /** No backend of the pool is open. */
  NO_BACKEND,
  /** Too many requests wait for a connection to the backend. */
  QUEUE_FULL,
  /** A connection to the backend did not become free in time. */
  QUEUE_TIMEOUT,
  /** The backend has as many requests as it may have, and none is to wait for it. */
  BACKEND_FULL,
  /** The backend is drained, and the time for what was left there is over. */
  BACKEND_DRAINED,
  /** The key of a long stream belongs to another backend. */
  OWNER_CHANGED,
  /** The backend refused the connection, or its name is unknown. */
  CONNECT_REFUSED,
  /** The backend did not accept the connection in time. */
  CONNECT_TIMEOUT,
  /** TLS with the backend failed. */
  UPSTREAM_TLS,
  /** The backend's certificate is not believed, or is not for its name. */
  UPSTREAM_CERTIFICATE,
  /** The backend closed the connection before its answer was complete. */
  UPSTREAM_RESET,
  /** The backend did not process the request, and said so (RFC 9113 section 8.7). */
  UPSTREAM_REFUSED,
  /** The backend did not begin its answer, or paused inside it, for too long. */
  UPSTREAM_TIMEOUT,
  /** The backend's answer is malformed. */
  BAD_RESPONSE,
  /** The request passed through this instance too often. */
  LOOP_DETECTED,
  /** A fault of Clockwise itself. */
  INTERNAL
}

package io.clockwise.config;

/** What an attempt on a backend may end with for the request to be tried on the next one. */
public enum RetryOn {
  /** No connection: refused, not accepted in time, or the name is unknown. Nothing was sent. */
  CONNECT_FAILURE,
  /** The connection ended before the first byte of an answer. */
  RESET_BEFORE_RESPONSE,
  /** The backend said that it did not look at the request (HTTP/2 REFUSED_STREAM, GOAWAY). */
  REFUSED_STREAM,
  /** No answer in time; off by default, since the backend may still be at work. */
  TIMEOUT
}

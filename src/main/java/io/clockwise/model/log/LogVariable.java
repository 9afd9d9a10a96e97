package io.clockwise.model.log;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a line of the access log may tell, by the names of nginx where it has one. */
public enum LogVariable {
  /** The client's address. */
  REMOTE_ADDR,
  /** A hyphen: nobody authenticates here. */
  REMOTE_USER,
  /** Start, such as {@code 14/Nov/2023:22:13:20 +0000}. */
  TIME_LOCAL,
  /** Start, RFC 3339. */
  TIME_ISO8601,
  /** Start, seconds since the epoch with milliseconds. */
  MSEC,
  /** Method, target and version. */
  REQUEST,
  /** Method. */
  REQUEST_METHOD,
  /** Target as received. */
  REQUEST_URI,
  /** Path as received. */
  URI,
  /** Query as received, without its question mark. */
  ARGS,
  /** Version, such as {@code HTTP/1.1}. */
  SERVER_PROTOCOL,
  /** {@code http} or {@code https}. */
  SCHEME,
  /** Host without its port. */
  HOST,
  /** Status sent to the client. */
  STATUS,
  /** Bytes of the answer's body. */
  BODY_BYTES_SENT,
  /** Bytes of the request's body. */
  REQUEST_BODY_BYTES,
  /** The field Referer. */
  HTTP_REFERER,
  /** The field User-Agent. */
  HTTP_USER_AGENT,
  /** Seconds from the head to the end. */
  REQUEST_TIME,
  /** Seconds until there was a connection to the backend. */
  UPSTREAM_CONNECT_TIME,
  /** Seconds until the answer's head. */
  UPSTREAM_HEADER_TIME,
  /** Address of the backend tried last. */
  UPSTREAM_ADDR,
  /** Number of the client's connection. */
  CONNECTION,
  /** Number of the connection to the backend. */
  UPSTREAM_CONNECTION,
  /** Version of TLS. */
  SSL_PROTOCOL,
  /** Cipher suite of TLS. */
  SSL_CIPHER,
  /** Server name that the client asked for. */
  SSL_SERVER_NAME,
  /** The id of the request. */
  REQUEST_ID,
  /** Name of the route. */
  ROUTE,
  /** Name of the pool. */
  POOL,
  /** Id of the backend tried last. */
  BACKEND,
  /** Id of the backend that owns the key. */
  OWNER,
  /** Hash of the routing key. */
  KEY_HASH,
  /** What chose the backend. */
  CHOSEN_BY,
  /** Why the backend is not the owner. */
  OFF_OWNER,
  /** Attempts that failed. */
  FAILED_TRIES,
  /** Why no backend answered. */
  FAILURE,
  /** Who ended the request. */
  ENDED_BY,
  /** In which phase it ended. */
  PHASE;

  private static final List<String> NAMES = Arrays.stream(values()).map(LogVariable::text).toList();

  /** Returns the name without its dollar sign. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns all names. */
  public static List<String> names() {
    return NAMES;
  }

  /** Returns the variable with this name. */
  public static Optional<LogVariable> of(String name) {
    int index = NAMES.indexOf(name);
    return index < 0 ? Optional.empty() : Optional.of(values()[index]);
  }
}

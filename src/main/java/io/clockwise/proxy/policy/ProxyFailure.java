package io.clockwise.proxy.policy;

import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.accesslog.EndedBy;
import java.util.Locale;

/** Why a request is not answered by a backend: what happened, and whose fault it is. */
public final class ProxyFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Whose fault it is. */
  public enum Origin {
    /** The client's. */
    DOWNSTREAM,
    /** The backend's. */
    UPSTREAM,
    /** Clockwise's own, or that of its configuration. */
    INTERNAL
  }

  private final FailureKind kind;
  private final boolean own;

  private ProxyFailure(FailureKind kind, String detail, boolean own) {
    super(detail, null, false, false); // no stack: it is a value that travels in futures
    this.kind = kind;
    this.own = own;
  }

  /**
   * Makes a failure.
   *
   * @param detail one line for people, without secrets: it goes to the client
   */
  public static ProxyFailure of(FailureKind kind, String detail) {
    return new ProxyFailure(kind, detail, false);
  }

  /** Makes one that looks like a backend's, but is the fault of Clockwise or its machine. */
  public static ProxyFailure ofOwn(FailureKind kind, String detail) {
    return new ProxyFailure(kind, detail, true);
  }

  /** Returns what happened. */
  public FailureKind kind() {
    return kind;
  }

  /** Returns the line for people. */
  public String detail() {
    return String.valueOf(getMessage());
  }

  /** Returns whom the log names for it. */
  public EndedBy endedBy() {
    return switch (origin()) {
      case DOWNSTREAM -> EndedBy.CLIENT;
      case UPSTREAM -> EndedBy.BACKEND;
      case INTERNAL -> EndedBy.CLOCKWISE;
    };
  }

  /** Returns whose fault it is. */
  public Origin origin() {
    return own ? Origin.INTERNAL : origin(kind);
  }

  private static Origin origin(FailureKind kind) {
    return switch (kind) {
      case MISSING_KEY,
          BAD_REQUEST,
          ACCESS_DENIED,
          BODY_TOO_LARGE,
          TARGET_TOO_LONG,
          FIELDS_TOO_LARGE,
          METHOD_NOT_ALLOWED,
          UNKNOWN_CODING,
          UNKNOWN_PROTOCOL,
          EXPECTATION_FAILED,
          UNKNOWN_VERSION,
          REQUEST_TIMEOUT,
          CLIENT_GONE ->
          Origin.DOWNSTREAM;
      case CONNECT_REFUSED,
          CONNECT_TIMEOUT,
          UPSTREAM_TLS,
          UPSTREAM_CERTIFICATE,
          UPSTREAM_RESET,
          UPSTREAM_REFUSED,
          UPSTREAM_TIMEOUT,
          BAD_RESPONSE ->
          Origin.UPSTREAM;
      case NO_ROUTE,
          NO_BACKEND,
          BACKEND_FULL,
          BACKEND_DRAINED,
          OWNER_CHANGED,
          QUEUE_FULL,
          QUEUE_TIMEOUT,
          LOOP_DETECTED,
          INTERNAL ->
          Origin.INTERNAL;
    };
  }

  /** Returns the name of what happened, as it is logged and counted. */
  public String code() {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}

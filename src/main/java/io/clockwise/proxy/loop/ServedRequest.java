package io.clockwise.proxy.loop;

import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.route.RequestFacts;
import io.clockwise.telemetry.accesslog.AccessRecord;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** What is known of a request, whichever data path it takes. */
public interface ServedRequest extends RequestFacts {
  /** Returns what stands before the client's connection. */
  ClientGate gate();

  /** Returns the version in which the client spoke. */
  HttpVersion version();

  /** Returns the host as received, with its port; the target's own wins; null without one. */
  @Nullable String rawHost();

  /** Tells whether the peer's own claims about the client are believed. */
  boolean isPeerTrusted();

  /** Returns what was asked, for the log. */
  AccessRecord.Line line();

  /** Returns who asked, for the log. */
  AccessRecord.Client client(String requestId);
}

package io.clockwise.proxy.exchange.stream;

import io.clockwise.proxy.policy.FieldRules;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/** Interim answers, 100 and 103: passed on to clients that know them (RFC 9110 section 15.2). */
public final class Interim {
  private Interim() {}

  /** Passes on what comes before the answer. */
  public static void pass(HttpServerRequest client, HttpClientRequest upstream, Deadline deadline) {
    if (client.version() == HttpVersion.HTTP_1_0) {
      return;
    }
    upstream.continueHandler(
        go -> {
          deadline.touch();
          if (!client.response().headWritten()) {
            client.response().writeContinue();
          }
        });
    upstream.earlyHintsHandler(
        hints -> {
          deadline.touch();
          if (!client.response().headWritten()) {
            MultiMap passed = HttpHeaders.headers();
            FieldRules.copyResponse(hints, passed);
            client.response().writeEarlyHints(passed);
          }
        });
  }
}

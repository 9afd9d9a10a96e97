package io.clockwise.proxy.exchange.stream;

import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.rule.InterimLimit;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * Interim answers, 100 to 199: passed on to clients that know them (RFC 9110 section 15.2), until
 * there are too many.
 */
public final class Interim {
  private final HttpServerRequest request;
  private final ClientGate gate;
  private int passed;

  /** Makes one for a request. */
  public Interim(HttpServerRequest request, ClientGate gate) {
    this.request = request;
    this.gate = gate;
  }

  /** Passes one on; false: it is one too many. */
  public boolean pass(int status, MultiMap fields) {
    passed++;
    if (InterimLimit.isBeyond(passed)) {
      return false;
    }
    if (!request.response().headWritten()) {
      MultiMap passing = HttpHeaders.headers();
      FieldRules.copyResponse(fields, passing);
      gate.interim(request, status, passing);
    }
    return true;
  }
}

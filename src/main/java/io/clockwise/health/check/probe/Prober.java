package io.clockwise.health.check.probe;

import com.google.re2j.Pattern;
import io.clockwise.config.HealthConfig;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What probes backends; on one event loop. */
public final class Prober {
  private final Vertx vertx;
  private final Dialers dialers;
  private final Map<String, Pattern> bodies = new HashMap<>();

  /** Makes it for the event loop that it is used on. */
  public Prober(Vertx vertx) {
    this.vertx = vertx;
    this.dialers = new Dialers(vertx);
  }

  /**
   * Begins a probe.
   *
   * @param told takes the result, on this event loop, in the time that the check has
   */
  public Attempt start(ProbeTarget target, Consumer<ProbeResult> told) {
    Attempt attempt = new Attempt(vertx, target.check().timeout(), told);
    vertx.runOnContext(turn -> begin(target, attempt)); // a result never comes before its attempt
    return attempt;
  }

  private void begin(ProbeTarget target, Attempt attempt) {
    try {
      if (!attempt.isOver()) {
        send(target, attempt);
      }
    } catch (RuntimeException e) { // settings that cannot be used are a failure like another
      attempt.fail(e);
    }
  }

  private void send(ProbeTarget target, Attempt attempt) {
    HealthConfig.Probe probe = target.check().probe();
    if (probe instanceof HealthConfig.Http http) {
      HttpProbe.start(dialers.of(target, target.http2()), target, http, body(http.body()), attempt);
    } else if (probe instanceof HealthConfig.Grpc grpc) {
      GrpcProbe.start(dialers.of(target, true), target, grpc, attempt);
    } else {
      connect(target, attempt);
    }
  }

  private void connect(ProbeTarget target, Attempt attempt) {
    dialers
        .of(target, target.http2() && target.tls() != null) // ALPN belongs to the handshake
        .connect(target)
        .onSuccess(
            connection -> {
              attempt.connected(connection::close);
              attempt.end(ProbeResult.OK);
            })
        .onFailure(attempt::fail);
  }

  private @Nullable Pattern body(String expression) {
    return expression.isEmpty() ? null : bodies.computeIfAbsent(expression, Pattern::compile);
  }

  /** Forgets what only other targets need. */
  public void retain(Iterable<ProbeTarget> targets) {
    dialers.retain(targets);
    bodies.clear();
  }

  /** Closes every connection. */
  public void close() {
    dialers.close();
  }
}

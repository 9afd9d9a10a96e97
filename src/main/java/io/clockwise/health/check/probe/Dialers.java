package io.clockwise.health.check.probe;

import io.clockwise.config.BackendTlsConfig;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What connects to backends for probes, one for each way of connecting; on one event loop. */
final class Dialers {
  /**
   * A way of connecting.
   *
   * @param tls null: in clear
   * @param named whether TLS asks for a name
   */
  record Way(@Nullable BackendTlsConfig tls, boolean named, boolean http2, Duration timeout) {}

  private final Vertx vertx;
  private final Map<Way, Dialer> dialers = new HashMap<>();

  Dialers(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Returns the one of a target, made at the first call. */
  Dialer of(ProbeTarget target, boolean http2) {
    Way way = new Way(target.tls(), target.isNamed(), http2, target.check().timeout());
    return dialers.computeIfAbsent(way, made -> new Dialer(vertx, made));
  }

  /** Closes those that none of the targets needs. */
  void retain(Iterable<ProbeTarget> targets) {
    Map<Way, Dialer> kept = new HashMap<>();
    for (ProbeTarget target : targets) {
      for (boolean http2 : new boolean[] {false, true}) {
        Way way = new Way(target.tls(), target.isNamed(), http2, target.check().timeout());
        Dialer found = dialers.get(way);
        if (found != null) {
          kept.put(way, found);
        }
      }
    }
    dialers.forEach(
        (way, dialer) -> {
          if (!kept.containsKey(way)) {
            dialer.close();
          }
        });
    dialers.keySet().retainAll(kept.keySet());
  }

  /** Closes all. */
  void close() {
    dialers.values().forEach(Dialer::close);
    dialers.clear();
  }
}

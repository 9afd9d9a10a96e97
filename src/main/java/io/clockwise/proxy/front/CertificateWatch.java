package io.clockwise.proxy.front;

import io.clockwise.config.TlsConfig;
import io.clockwise.proxy.front.tls.CertificateStore;
import io.clockwise.proxy.front.tls.LoadedTls;
import io.clockwise.telemetry.Meters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows the files of certificates; one event loop does it for all, which share them. */
final class CertificateWatch {
  private final Vertx vertx;
  private final CertificateStore certificates;
  private final ListenerSet listeners;
  private final Meters meters;

  CertificateWatch(
      Vertx vertx, CertificateStore certificates, ListenerSet listeners, Meters meters) {
    this.vertx = vertx;
    this.certificates = certificates;
    this.listeners = listeners;
    this.meters = meters;
  }

  /** Looks now and then, for as long as the event loop's verticle is deployed. */
  void start(long millis) {
    vertx.setTimer(millis, timer -> look().onComplete(over -> start(millis)));
  }

  private Future<?> look() {
    List<Future<?>> looks = new ArrayList<>();
    Set<TlsConfig> used = new HashSet<>();
    Map<String, Map<String, Long>> expiries = new LinkedHashMap<>();
    for (Listener listener : listeners.all()) {
      LoadedTls loaded = listener.loaded();
      if (loaded != null) {
        used.add(loaded.config());
        Map<String, Long> byFile = new LinkedHashMap<>();
        loaded.expiries().forEach((file, at) -> byFile.put(file.toString(), at.getEpochSecond()));
        expiries.put(listener.key().bind().toString(), byFile);
        looks.add(certificates.look(vertx, loaded).compose(listener::secure));
      }
    }
    meters.certificateExpiries(expiries);
    certificates.retain(used);
    return Future.join(looks);
  }
}

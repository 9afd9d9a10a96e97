package io.clockwise.proxy.front.tls;

import io.clockwise.config.TlsConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The certificates in use, read once for all event loops. */
public final class CertificateStore {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateStore.class);

  /* A look that finds something new only notes it: it counts when the next one finds the same, so
  that files which are being replaced are not taken, nor complained about. */
  private record Sight(Object seen, boolean told) {}

  private final Map<TlsConfig, Future<LoadedTls>> loaded = new ConcurrentHashMap<>();
  private final Map<TlsConfig, Sight> sights = new ConcurrentHashMap<>();

  /** Returns what the files of these settings held when they were last usable. */
  public Future<LoadedTls> get(Vertx vertx, TlsConfig config) {
    Future<LoadedTls> shared =
        loaded.compute(
            config,
            (same, there) ->
                there != null && !there.failed()
                    ? there
                    : vertx
                        .executeBlocking(() -> LoadedTls.read(config), false)
                        .onSuccess(CertificateStore::warn));
    return SharedOutcome.heardHere(vertx, shared);
  }

  /**
   * Looks at the files again. A new state counts when two looks agree; one that cannot be used
   * changes nothing and is logged once.
   *
   * @return the new content, or the same as before
   */
  public Future<LoadedTls> look(Vertx vertx, LoadedTls before) {
    return vertx
        .executeBlocking(() -> before.readAgain(), false)
        .map(now -> now.equals(before) ? same(before) : changed(before, now))
        .recover(cause -> Future.succeededFuture(unusable(before, cause)));
  }

  private LoadedTls same(LoadedTls before) {
    sights.remove(before.config());
    return before;
  }

  private LoadedTls changed(LoadedTls before, LoadedTls now) {
    Sight last = sights.put(now.config(), new Sight(now, true));
    if (last == null || !last.seen().equals(now)) {
      return before;
    }
    sights.remove(now.config());
    loaded.put(now.config(), Future.succeededFuture(now));
    LOG.info("tls: {} and what belongs to it is in use", now.config().certificates().get(0).cert());
    warn(now);
    return now;
  }

  private LoadedTls unusable(LoadedTls before, Throwable cause) {
    String why = String.valueOf(cause.getMessage());
    Sight last = sights.get(before.config());
    if (last == null || !last.seen().equals(why)) {
      sights.put(before.config(), new Sight(why, false));
    } else if (!last.told()) {
      sights.put(before.config(), new Sight(why, true));
      LOG.error("{}; what was read before stays in use", why);
    }
    return before;
  }

  /** Forgets all settings but these. */
  public void retain(Set<TlsConfig> used) {
    loaded.keySet().retainAll(used);
    sights.keySet().retainAll(used);
  }

  private static void warn(LoadedTls read) {
    read.expiries()
        .forEach(
            (file, expiry) -> {
              if (expiry.isBefore(Instant.now())) {
                LOG.warn("tls: {}: expired at {}; most clients refuse it", file, expiry);
              }
            });
  }
}

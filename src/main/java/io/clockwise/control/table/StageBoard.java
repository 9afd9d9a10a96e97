package io.clockwise.control.table;

import io.clockwise.config.text.DurationText;
import io.clockwise.event.staging.StagingPort;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.balance.Staging;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators wish of changes that are under way; from any thread. */
public final class StageBoard implements StagingPort {
  private static final Logger log = LoggerFactory.getLogger(StageBoard.class);
  private static final long PATIENCE_MILLIS = 2_000;

  private final Set<String> paused = ConcurrentHashMap.newKeySet();
  private final Set<String> finished = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<CompletableFuture<Void>> waiting =
      new ConcurrentLinkedQueue<>();
  private final Set<String> staged = new HashSet<>(); // of the controller's thread
  private volatile Runnable refresh = () -> {};

  /** Says who makes the next table. */
  public void tell(Runnable publisher) {
    refresh = publisher;
  }

  @Override
  public CompletionStage<Void> wish(String pool, Wish wish) {
    boolean news =
        switch (wish) {
          case PAUSE -> paused.add(pool);
          case RESUME -> paused.remove(pool);
          case FINISH -> finished.add(pool);
        };
    if (!news) {
      return CompletableFuture.completedFuture(null);
    }
    log.info("pool {}: {} the staged change, by an operator", pool, lower(wish));
    CompletableFuture<Void> done = new CompletableFuture<>();
    waiting.add(done);
    refresh.run();
    return done.completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  boolean isPaused(String pool) {
    return paused.contains(pool);
  }

  boolean isFinished(String pool) {
    return finished.contains(pool);
  }

  /** Notes which table is current: wishes end with what they were about. */
  void published(RoutingTable table) {
    Set<String> now = new HashSet<>();
    for (PoolSnapshot pool : table.pools().values()) {
      Staging staging = pool.staging();
      if (staging != null) {
        now.add(pool.name());
        begun(pool.name(), staging);
      }
    }
    for (String pool : List.copyOf(staged)) {
      if (!now.contains(pool)) {
        log.info("pool {}: the staged change is complete", pool);
      }
    }
    staged.clear();
    staged.addAll(now);
    paused.retainAll(now);
    finished.retainAll(now);
    for (CompletableFuture<Void> each = waiting.poll(); each != null; each = waiting.poll()) {
      each.complete(null);
    }
  }

  private void begun(String pool, Staging staging) {
    if (!staged.contains(pool)) {
      log.info(
          "pool {}: {} % of the keys move, at most {} % a minute: about {}",
          pool,
          percent(staging.moved()),
          percent(staging.perMinute()),
          DurationText.of(Duration.ofSeconds(1 + staging.remainingNanos() / 1_000_000_000)));
    }
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  private static String lower(Wish wish) {
    return wish.name().toLowerCase(Locale.ROOT);
  }
}

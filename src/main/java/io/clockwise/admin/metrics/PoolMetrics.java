package io.clockwise.admin.metrics;

import io.clockwise.model.Availability;
import io.clockwise.model.Drain;
import io.clockwise.model.OffOwner;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.route.balance.Staging;
import io.clockwise.route.walk.OwnZone;
import io.clockwise.telemetry.EjectionReason;
import io.clockwise.telemetry.PoolMeters;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Pools and backends as the published table has them at the scrape; so a removed backend's series
 * end with it.
 */
final class PoolMetrics implements MultiCollector {
  private static final String POOL = "pool";
  private static final String BACKEND = "backend";

  private final RoutingTableRef tables;

  PoolMetrics(RoutingTableRef tables) {
    this.tables = tables;
  }

  @Override
  public MetricSnapshots collect() {
    Families families = new Families();
    tables.current().pools().values().stream()
        .sorted(Comparator.comparing(PoolSnapshot::name))
        .forEach(pool -> addPool(families, pool));
    return families.build();
  }

  private static void addPool(Families families, PoolSnapshot pool) {
    double[] actual = actualShares(pool);
    long totalWeight = 0;
    for (int i = 0; i < pool.size(); i++) {
      totalWeight += pool.backend(i).weight();
    }
    double worst = 0;
    for (int i = 0; i < pool.size(); i++) {
      double ideal = totalWeight == 0 ? 0 : (double) pool.backend(i).weight() / totalWeight;
      worst = ideal == 0 ? worst : Math.max(worst, actual[i] / ideal);
      addShares(families, pool, i, ideal, actual[i]);
      addBackend(families, pool, i);
    }
    if (worst > 0) {
      families.gauge(
          "clockwise_pool_share_max_mean_ratio",
          "Largest actual share of a backend over its ideal share",
          worst,
          POOL,
          pool.name());
    }
    addFacts(families, pool);
  }

  private static double[] actualShares(PoolSnapshot pool) {
    double[] actual = new double[pool.size()];
    for (int i = 0; i < actual.length; i++) {
      actual[i] = pool.share(i);
    }
    return actual;
  }

  private static void addFacts(Families families, PoolSnapshot pool) {
    families
        .info(
            "clockwise_pool_placement",
            "Fingerprint of the pool's placement, equal where the placement is",
            POOL,
            pool.name(),
            "algorithm",
            pool.config().placement().algorithm(),
            "digest",
            HexFormat.of().toHexDigits(pool.digest()))
        .gauge(
            "clockwise_pool_revision",
            "Revision of the last change that touched the pool",
            pool.revision(),
            POOL,
            pool.name())
        .gauge(
            "clockwise_pool_open_backends",
            "Backends that take new keys",
            pool.openCount(),
            POOL,
            pool.name());
    OwnZone zone = pool.backends().zone();
    if (zone.isKnown()) {
      families.gauge(
          "clockwise_zone_share_ratio",
          "Share of the keys that stay in the zone of the instance",
          zone.share(),
          POOL,
          pool.name());
    }
    addStaged(families, pool);
    addOffOwner(families, pool);
  }

  private static void addStaged(Families families, PoolSnapshot pool) {
    Staging staging = pool.staging();
    families
        .gauge(
            "clockwise_staged_keys_ratio",
            "Share of the keys that a staged change has still to move",
            staging == null ? 0 : staging.left(),
            POOL,
            pool.name())
        .gauge(
            "clockwise_staged_paused",
            "Whether a staged change is paused",
            staging != null && staging.paused() ? 1 : 0,
            POOL,
            pool.name());
  }

  private static void addOffOwner(Families families, PoolSnapshot pool) {
    PoolMeters counted = pool.backends().poolMeters();
    if (counted == null) {
      return;
    }
    for (OffOwner why : OffOwner.values()) {
      families.counter(
          "clockwise_keys_off_owner",
          "Requests with a key that did not go to the backend that owns it, by why",
          counted.offOwner(why),
          POOL,
          pool.name(),
          "reason",
          why.name().toLowerCase(Locale.ROOT));
    }
  }

  private static void addShares(
      Families families, PoolSnapshot pool, int index, double ideal, double actual) {
    String help = "Share of the key space: ideal by weight, actual by placement";
    String id = pool.backend(index).id();
    families
        .gauge(
            "clockwise_backend_share_ratio",
            help,
            ideal,
            POOL,
            pool.name(),
            BACKEND,
            id,
            "kind",
            "ideal")
        .gauge(
            "clockwise_backend_share_ratio",
            help,
            actual,
            POOL,
            pool.name(),
            BACKEND,
            id,
            "kind",
            "actual");
  }

  private static void addBackend(Families families, PoolSnapshot pool, int index) {
    String[] labels = {POOL, pool.name(), BACKEND, pool.backend(index).id()};
    families
        .counter(
            "clockwise_backend_requests",
            "Requests given to the backend",
            pool.meters(index).requests(),
            labels)
        .counter(
            "clockwise_backend_failures",
            "Requests that the backend failed",
            pool.meters(index).failures(),
            labels)
        .gauge(
            "clockwise_backend_requests_in_flight",
            "Requests that the backend is serving",
            pool.meters(index).inFlight(),
            labels)
        .gauge(
            "clockwise_backend_streams",
            "Long streams among them",
            pool.meters(index).streams(),
            labels)
        .gauge(
            "clockwise_backend_weight",
            "Relative share of keys that is wanted",
            pool.backend(index).weight(),
            labels);
    for (EjectionReason reason : EjectionReason.values()) {
      families.counter(
          "clockwise_ejections",
          "How often the backend was ejected, by what it was for",
          pool.meters(index).ejections(reason),
          POOL,
          pool.name(),
          BACKEND,
          pool.backend(index).id(),
          "reason",
          reason.name().toLowerCase(Locale.ROOT));
    }
    Drain drain = pool.drain(index);
    if (drain != null && drain.isOpen()) {
      families.gauge(
          "clockwise_backend_drain_remaining_seconds",
          "Time until the deadline of the drain that the backend is in",
          Math.max(0, Duration.between(Instant.now(), drain.deadline()).toMillis() / 1e3),
          labels);
    }
    for (Availability state : Availability.values()) {
      families.gauge(
          "clockwise_backend_availability",
          "1 for the state that the backend is in",
          pool.availability(index) == state ? 1 : 0,
          POOL,
          pool.name(),
          BACKEND,
          pool.backend(index).id(),
          "state",
          state.name().toLowerCase(Locale.ROOT));
    }
  }
}

package io.clockwise.admin.api;

import io.clockwise.admin.form.BackendFlags;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.control.drain.DrainProgress;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Drain;
import io.clockwise.model.Health;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.route.balance.Warmup;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One pool in JSON: what is wanted comes from the accepted intent, so that it fits the ETag; what
 * is live from the published table.
 */
final class PoolView {
  private final IntentState state;
  private final String name;
  private final PoolConfig config;
  private final @Nullable PoolSnapshot live;
  private final BackendLedger ledger;
  private final RoutingTableRef tables;
  private final DrainProgress.Moment moment;
  private final long totalWeight;

  /** Shows a pool that the state has. */
  PoolView(
      IntentState state,
      String name,
      RoutingTableRef tables,
      BackendLedger ledger,
      DrainProgress.Moment moment) {
    this.state = state;
    this.tables = tables;
    this.moment = moment;
    this.name = name;
    this.config = Objects.requireNonNull(state.effective().pools().get(name), name);
    this.live = tables.current().pools().get(name);
    this.ledger = ledger;
    this.totalWeight = config.backends().stream().mapToLong(BackendConfig::weight).sum();
  }

  /** Returns the pool with its backends. */
  JsonObject pool() {
    return new JsonObject()
        .put("name", name)
        .put("revision", state.poolRevisions().getOrDefault(name, 0L))
        .put("digest", live == null ? null : hex(live.digest()))
        .put("placement", placement(config.placement()))
        .put(
            "staged",
            live == null || live.staging() == null ? null : StagedView.json(live.staging()))
        .put("backends", backends());
  }

  private double actualShare(String id) {
    int index = live == null ? -1 : live.indexOf(id);
    return live == null || index < 0 ? 0.0 : live.share(index);
  }

  /** Returns the backends in the order of the document. */
  JsonArray backends() {
    JsonArray backends = new JsonArray();
    config.backends().forEach(backend -> backends.add(backend(backend)));
    return backends;
  }

  /** Returns one backend. */
  JsonObject backend(BackendConfig backend) {
    int index = live == null ? -1 : live.indexOf(backend.id());
    BackendLedger.Entry entry = ledger.find(name, backend.id());
    boolean known = entry != null && entry.state() == backend.state();
    JsonObject json =
        new JsonObject()
            .put("id", backend.id())
            .put("address", backend.address().toString())
            .put("weight", backend.weight())
            .put("placementName", backend.placementName())
            .put("standby", backend.standby())
            .put("zone", backend.zone())
            .put("adminState", lower(backend.state()))
            .put("health", lower(health(index)))
            .put("availability", lower(availability(index)))
            .put("flags", flags(backend, index))
            .put("reason", reason(known ? entry : null, index))
            .put("inFlight", live == null || index < 0 ? 0 : live.meters(index).inFlight())
            .put("streams", live == null || index < 0 ? 0 : live.meters(index).streams())
            .put("sessions", sessions(index))
            .put("share", share(backend))
            .put("since", since(known ? entry : null, index))
            .put("drain", drain(backend));
    Warmup warmup = live == null || index < 0 ? null : live.slot(index).warmup();
    return warmup == null ? json : json.put("warmth", warmup.share());
  }

  /* One that no table has yet is not known, and would be asked first. */
  private Health health(int index) {
    if (live == null || index < 0) {
      return config.care().health() == null ? Health.UP : Health.CHECKING;
    }
    return live.slot(index).health().health();
  }

  private String reason(BackendLedger.@Nullable Entry wish, int index) {
    if (wish != null && !wish.reason().isEmpty()) {
      return wish.reason();
    }
    return live == null || index < 0 ? "" : live.slot(index).health().reason();
  }

  private @Nullable String since(BackendLedger.@Nullable Entry wish, int index) {
    Instant found = live == null || index < 0 ? Instant.EPOCH : live.slot(index).health().since();
    Instant wished = wish == null ? Instant.EPOCH : wish.since();
    Instant later = found.isAfter(wished) ? found : wished;
    return later.equals(Instant.EPOCH) ? null : later.toString();
  }

  private JsonArray flags(BackendConfig backend, int index) {
    Drain drain = state.head().drain(name, backend.id());
    return new JsonArray(
        live == null || index < 0 ? BackendFlags.of(drain) : BackendFlags.of(live, index, drain));
  }

  private long sessions(int index) {
    return live == null || index < 0
        ? 0
        : moment.counts().live(live, index, moment.now().getEpochSecond());
  }

  private @Nullable JsonObject drain(BackendConfig backend) {
    return backend.state() == AdminState.DRAIN
        ? DrainView.json(DrainProgress.of(state, tables, name, backend.id(), moment))
        : null;
  }

  private Availability availability(int index) {
    return live == null || index < 0 ? Availability.CLOSED : live.availability(index);
  }

  private JsonObject share(BackendConfig backend) {
    return new JsonObject()
        .put("ideal", totalWeight == 0 ? 0.0 : (double) backend.weight() / totalWeight)
        .put("actual", actualShare(backend.id()));
  }

  private static JsonObject placement(PlacementSettings settings) {
    JsonObject json = new JsonObject().put("algorithm", settings.algorithm());
    settings.parameters().forEach(json::put);
    return json;
  }

  /** Returns the 16 hex digits of a fingerprint. */
  static String hex(long digest) {
    return HexFormat.of().toHexDigits(digest);
  }

  /** Returns how answers write a state. */
  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}

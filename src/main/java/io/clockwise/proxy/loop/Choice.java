package io.clockwise.proxy.loop;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.proxy.live.LiveEntry;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.Decision;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.telemetry.accesslog.AccessRecord;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A decision, kept for as long as its request runs.
 *
 * @param route as the request's own table has it
 * @param target the pool as that table has it; null: none was chosen
 * @param backend dense index in the pool, or -1
 * @param owner dense index of the key's owner, or -1
 * @param offOwner why the backend is not the owner; null: it is, or nobody is
 * @param key null: the request has none
 */
public record Choice(
    CompiledRoute route,
    @Nullable PoolSnapshot target,
    int backend,
    int owner,
    ChosenBy chosenBy,
    @Nullable OffOwner offOwner,
    @Nullable Key key) {

  /** A routing key and the kind of source that it came from. */
  public record Key(String source, RoutingKey value) {}

  /** Copies what the event loop's decision says now; null when no route was found. */
  public static @Nullable Choice of(Decision decision) {
    if (decision.route() == null) {
      return null;
    }
    String source = sourceOf(decision);
    Key key = source == null ? null : new Key(source, decision.keptKey());
    return new Choice(
        decision.route(),
        decision.pool(),
        decision.backend(),
        decision.owner(),
        decision.chosenBy(),
        decision.offOwner(),
        key);
  }

  /** Returns the kind of source of a decision's key; null: it has none. */
  static @Nullable String sourceOf(Decision decision) {
    return decision.keySourceKind();
  }

  /** Returns why a backend that is not open is not. */
  public static OffOwner whyClosed(PoolSnapshot pool, int index) {
    return pool.backends().whyClosed(index);
  }

  /** Returns the pool of a request that was given a backend. */
  public PoolSnapshot pool() {
    return Objects.requireNonNull(target);
  }

  /** Returns the same with another backend, and why it is another one. */
  public Choice withBackend(int other, OffOwner why) {
    boolean first = offOwner == null || offOwner == OffOwner.PIN;
    OffOwner reason = owner < 0 || other == owner ? null : first ? why : offOwner;
    return new Choice(route, target, other, owner, chosenInstead(), reason, key);
  }

  /* A cookie or a table has not chosen the backend that is tried next. */
  private ChosenBy chosenInstead() {
    if (!chosenBy.isSticky()) {
      return chosenBy;
    }
    return key == null ? ChosenBy.FALLBACK : ChosenBy.PLACEMENT;
  }

  /** Tells whether its pool serves it by its own backend or not at all. */
  boolean isStrict() {
    return target != null && target.isStrict() && (key != null || chosenBy.isSticky());
  }

  /** Returns the same at the backend that the request names. */
  Choice overridden(PoolSnapshot pool, int index) {
    boolean same = pool == target;
    Key rehashed =
        key == null || same ? key : new Key(key.source(), Router.keyFor(pool, key.value()));
    int home = same ? owner : -1;
    OffOwner why = home < 0 || index == home ? null : OffOwner.PIN;
    return new Choice(route, pool, index, home, ChosenBy.OVERRIDE, why, rehashed);
  }

  /** Tells whether it is at the backend that the request names, and at no other. */
  public boolean isOverridden() {
    return chosenBy == ChosenBy.OVERRIDE;
  }

  /** Returns the same in the route's backup pool. */
  public Choice inBackup(PoolSnapshot backup, int other) {
    Key rehashed = key == null ? null : new Key(key.source(), Router.keyFor(backup, key.value()));
    return new Choice(route, backup, other, -1, ChosenBy.BACKUP, null, rehashed);
  }

  /** Tells an entry where the next attempt goes. */
  LiveEntry describe(LiveEntry entry) {
    return entry.goes(route, pool(), backend, chosenBy, key == null ? null : key.value());
  }

  /** Tells the log. */
  void fill(AccessRecord record) {
    fill(record, route, target, backend, owner, chosenBy, offOwner);
    if (key != null) {
      record.key(key.source(), key.value().hash());
    }
  }

  /** Tells the log of a choice, but for its key. */
  static void fill(
      AccessRecord record,
      CompiledRoute route,
      @Nullable PoolSnapshot target,
      int backend,
      int owner,
      ChosenBy chosenBy,
      @Nullable OffOwner offOwner) {
    record.route(route.config().name());
    if (target != null) {
      String ownerId = owner < 0 ? null : target.backend(owner).id();
      record.pool(target.name(), chosenBy, ownerId, offOwner);
      if (backend >= 0) {
        record.backend(target.backend(backend).id(), target.addressText(backend));
      }
    }
  }
}

package io.clockwise.proxy.loop;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.proxy.live.LiveEntry;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.Decision;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.accesslog.AccessRecord;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an event loop's decision said, kept for as long as its request runs, without an object for
 * each request; a {@link Choice} is made of it for whoever goes on to choose.
 */
final class KeptDecision {
  private final RoutingKey key = new RoutingKey();
  private @Nullable CompiledRoute route;
  private @Nullable PoolSnapshot target;
  private int backend;
  private int owner;
  private ChosenBy chosenBy = ChosenBy.PLACEMENT;
  private @Nullable OffOwner offOwner;
  private @Nullable String keySource;

  /** Forgets it. */
  void clear() {
    route = null;
    target = null;
    keySource = null;
  }

  /** Keeps what a decision says now. */
  void keep(Decision decision) {
    route = decision.route();
    target = decision.pool();
    backend = decision.backend();
    owner = decision.owner();
    chosenBy = decision.chosenBy();
    offOwner = decision.offOwner();
    keySource = Choice.sourceOf(decision);
    if (keySource != null) {
      decision.keepKey(key);
    }
  }

  /** Returns the route; null: nothing is kept, or none was found. */
  @Nullable CompiledRoute route() {
    return route;
  }

  /** Returns the pool; null: none was chosen. */
  @Nullable PoolSnapshot target() {
    return target;
  }

  /** Returns the dense index of the backend, or -1. */
  int backend() {
    return backend;
  }

  /** Returns the hash of the key; without one, what is given instead. */
  long keyHash(long otherwise) {
    return keySource == null ? otherwise : key.hash();
  }

  /** Returns it as an object of its own; null when there is no route. */
  @Nullable Choice choice() {
    CompiledRoute found = route;
    if (found == null) {
      return null;
    }
    Choice.Key own = keySource == null ? null : new Choice.Key(keySource, key.kept(true));
    return new Choice(found, target, backend, owner, chosenBy, offOwner, own);
  }

  /** Returns why the backend is not the owner; null: it is, or there is none. */
  @Nullable OffOwner offOwner() {
    return target == null ? null : offOwner;
  }

  /** Tells an entry where the first attempt goes. */
  LiveEntry describe(LiveEntry entry) {
    return entry.goes(
        Objects.requireNonNull(route),
        Objects.requireNonNull(target),
        backend,
        chosenBy,
        keySource == null ? null : key);
  }

  /** Tells the log. */
  void fill(AccessRecord record) {
    CompiledRoute found = route;
    if (found == null) {
      return;
    }
    Choice.fill(record, found, target, backend, owner, chosenBy, offOwner);
    if (keySource != null) {
      record.key(keySource, key.hash());
    }
  }
}

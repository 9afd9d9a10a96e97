package io.clockwise.proxy.live;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.CutReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The place of one exchange in a {@link LiveBook}; used for one attempt after the other. */
public final class LiveEntry extends Planned {
  /** What it is. */
  enum Kind {
    /** A request that is over soon, as far as is known. */
    REQUEST,
    /** An answer without an end in sight: events, or gRPC. */
    STREAM,
    /** A WebSocket. */
    TUNNEL
  }

  private final LiveExchange exchange;
  private @Nullable CompiledRoute route;
  private @Nullable PoolSnapshot pool;
  private int backend;
  private ChosenBy chosenBy = ChosenBy.PLACEMENT;
  private @Nullable RoutingKey key;

  @Nullable LiveList list;
  @Nullable LiveEntry before;
  @Nullable LiveEntry after;

  Kind kind = Kind.REQUEST;

  /** Where it is counted as a long stream; null: nowhere. */
  @Nullable BackendMeters counted;

  /** The pool by which it was judged last. */
  @Nullable PoolSnapshot seen;

  /** The drain by which {@link #drainCutNanos} was drawn; null: none. */
  @Nullable DrainCourse drain;

  /** When it is cut since its backend drains. */
  long drainCutNanos = NEVER;

  /** When it is cut since its key belongs to another backend. */
  long ownerCutNanos = NEVER;

  /** When it was to be cut first, but could not end well; {@link #NEVER}: not yet. */
  long triedNanos = NEVER;

  /** Whether it has been told to end. */
  boolean ending;

  /** Makes the entry of an exchange. */
  public LiveEntry(LiveExchange exchange) {
    this.exchange = exchange;
  }

  /**
   * Says where the attempt goes that is about to begin.
   *
   * @param newBackend dense index in the pool
   * @param newKey null: the request has none; it must not change before the attempt is over
   */
  public LiveEntry goes(
      CompiledRoute newRoute,
      PoolSnapshot newPool,
      int newBackend,
      ChosenBy newChosenBy,
      @Nullable RoutingKey newKey) {
    route = newRoute;
    pool = newPool;
    backend = newBackend;
    chosenBy = newChosenBy;
    key = newKey;
    return this;
  }

  /** Begins anew. */
  void begin() {
    kind = Kind.REQUEST;
    seen = pool;
    drain = null;
    drainCutNanos = NEVER;
    ownerCutNanos = NEVER;
    triedNanos = NEVER;
    ending = false;
  }

  /** Tells whether it is known to be a long stream. */
  public boolean isStream() {
    return kind != Kind.REQUEST;
  }

  LiveExchange exchange() {
    return exchange;
  }

  CompiledRoute route() {
    return Objects.requireNonNull(route);
  }

  /** Returns the pool as the request's own table has it. */
  PoolSnapshot pool() {
    return Objects.requireNonNull(pool);
  }

  String backendId() {
    return pool().backend(backend).id();
  }

  BackendMeters meters() {
    return pool().meters(backend);
  }

  @Nullable RoutingKey key() {
    return key;
  }

  /** Tells whether the route's backup pool serves it. */
  boolean isInBackup() {
    return chosenBy == ChosenBy.BACKUP;
  }

  /**
   * Tells whether a cookie, or the pool's table of keys, keeps it with its backend as long as that
   * serves sessions.
   */
  boolean isBound() {
    return chosenBy.isSticky() || pool().affinity().isTable() && isAtHome();
  }

  /* A key that another backend serves while its own is down is not bound to that one. */
  private boolean isAtHome() {
    return key != null && !isInBackup() && Router.owner(pool(), key) == backend;
  }

  /** Returns when it is to be cut; {@link #NEVER}: not as far as is known. */
  long cutNanos() {
    return Math.min(drainCutNanos, ownerCutNanos);
  }

  /** Returns why it is cut at that time. */
  CutReason cutReason() {
    return drainCutNanos <= ownerCutNanos ? CutReason.DRAIN : CutReason.OWNER_CHANGE;
  }
}

package io.clockwise.route;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.affinity.CookieFacts;
import io.clockwise.telemetry.session.CookieVerdict;
import org.jspecify.annotations.Nullable;

/**
 * Where a request goes and why. One object for each event loop, written anew by each decision: copy
 * what is needed later.
 */
public final class Decision {
  /** What became of a request. */
  public enum Kind {
    /** {@link #backend()} takes it. */
    ROUTED,
    /** No route matches. */
    NO_ROUTE,
    /** The route rejects requests without a key. */
    MISSING_KEY,
    /** No backend of the pool, or of the backup pool, is open. */
    NO_BACKEND,
    /** The route does not serve this client. */
    DENIED,
    /** The route sends the client elsewhere. */
    REDIRECT,
    /** The route answers by itself. */
    RESPOND
  }

  Kind kind = Kind.NO_ROUTE;
  @Nullable CompiledRoute route;
  @Nullable PoolSnapshot pool;
  int backend = -1;
  int owner = -1;
  boolean keyed;
  boolean missedKey;
  final RoutingKey key = new RoutingKey();
  int keySource = -1;
  ChosenBy chosenBy = ChosenBy.PLACEMENT;
  @Nullable OffOwner offOwner;
  final CookieFacts cookie = new CookieFacts();
  @Nullable PoolSnapshot cookiePool;
  boolean readsCookie;
  int home = -1; // under which the key is noted
  long noted; // the key, as it is noted

  /** Makes this say that no route matches. */
  void reset() {
    kind = Kind.NO_ROUTE;
    route = null;
    pool = null;
    backend = -1;
    owner = -1;
    keyed = false;
    missedKey = false;
    keySource = -1;
    chosenBy = ChosenBy.PLACEMENT;
    offOwner = null;
    cookie.clear();
    cookiePool = null;
    readsCookie = false;
    home = -1;
  }

  /** Returns what became of the request. */
  public Kind kind() {
    return kind;
  }

  /** Returns the route; null only for {@link Kind#NO_ROUTE}. */
  public @Nullable CompiledRoute route() {
    return route;
  }

  /** Returns the pool that the indices belong to; null when no pool was chosen. */
  public @Nullable PoolSnapshot pool() {
    return pool;
  }

  /** Returns the dense index of the backend, or -1. */
  public int backend() {
    return backend;
  }

  /** Returns the dense index of the key's owner, or -1 without a key. */
  public int owner() {
    return owner;
  }

  /** Tells whether the request has a routing key. */
  public boolean keyed() {
    return keyed;
  }

  /** Returns the routing key; meaningless when there is none. */
  public RoutingKey key() {
    return key;
  }

  /**
   * Returns a copy of the routing key that outlives this decision; with its bytes where the
   * placement reads them, or where another placement may have to hash them anew.
   */
  public RoutingKey keptKey() {
    return key.kept(needsBytes());
  }

  /** Copies the routing key, as {@link #keptKey} does, into one that is there. */
  public void keepKey(RoutingKey into) {
    key.keepIn(into, needsBytes());
  }

  private boolean needsBytes() {
    PoolSnapshot chosen = pool;
    CompiledRoute by = route;
    boolean readsKey = chosen != null && chosen.placement().readsKey();
    boolean mayMove = chosen != null && by != null && by.onOwnerChange(chosen).closeAfter() != null;
    return readsKey || mayMove || by != null && by.backup() != null;
  }

  /** Returns which of the route's key sources yielded the key, or -1. */
  public int keySource() {
    return keySource;
  }

  /** Returns the kind of source that yielded the key; null without a key. */
  public @Nullable String keySourceKind() {
    CompiledRoute by = route;
    return by == null || !keyed ? null : by.config().key().get(keySource).kind();
  }

  /** Returns the rule that chose the backend. */
  public ChosenBy chosenBy() {
    return chosenBy;
  }

  /** Returns why the backend is not the key's owner; null: it is, or nobody is. */
  public @Nullable OffOwner offOwner() {
    return offOwner;
  }

  /** Returns what the affinity cookie says; valid until the next decision. */
  public CookieFacts cookie() {
    return cookie;
  }

  /** Returns what the affinity cookie turned out to be; null: no pool of the route has one. */
  public @Nullable CookieVerdict verdict() {
    return readsCookie ? cookie.verdict() : null;
  }

  /** Returns the pool for which a valid cookie was made, or null. */
  public @Nullable PoolSnapshot cookiePool() {
    return cookiePool;
  }
}

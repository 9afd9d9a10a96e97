package io.clockwise.route;

import io.clockwise.config.OnOwnerChange;
import io.clockwise.config.PoolShare;
import io.clockwise.config.RouteConfig;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.affinity.CookieAffinity;
import io.clockwise.route.balance.PoolSplit;
import io.clockwise.route.rule.AccessRule;
import io.clockwise.route.rule.ErrorPages;
import io.clockwise.route.rule.FixedBody;
import io.clockwise.route.rule.PathRewrite;
import io.clockwise.route.rule.RedirectPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A route made ready for matching and for taking keys out of requests. Immutable. */
public final class CompiledRoute {
  private final RouteConfig config;
  private final PoolSnapshot[] pools;
  private final PoolSplit split;
  private final @Nullable PoolSnapshot backup;
  private final RouteMatcher matcher;
  private final KeyExtractor keys;
  private final AccessRule access;
  private final PathRewrite rewrite;
  private final ErrorPages errorPages;
  private final @Nullable RedirectPlace redirect;
  private final @Nullable FixedBody body;
  private final PoolSnapshot[] cookiePools;
  private final CookieAffinity[] cookies;
  private final List<String> cookieNames;

  private CompiledRoute(
      RouteConfig config, List<PoolSnapshot> pools, @Nullable PoolSnapshot backup) {
    this.config = config;
    this.pools = pools.toArray(PoolSnapshot[]::new);
    this.split =
        new PoolSplit(
            config.shares().stream().map(PoolShare::pool).toList(),
            config.shares().stream().mapToInt(PoolShare::weight).toArray());
    this.backup = backup;
    this.matcher = RouteMatcher.of(config.match());
    this.keys = KeyExtractor.of(config.key(), config.match().path());
    this.access = new AccessRule(config.allow(), config.deny());
    this.rewrite = PathRewrite.of(config.rewrite());
    this.errorPages = new ErrorPages(config.errorPages());
    this.redirect = config.redirect() == null ? null : RedirectPlace.of(config.redirect().to());
    this.body = config.respond() == null ? null : FixedBody.of(config.respond());
    this.cookiePools =
        Stream.concat(pools.stream(), Stream.ofNullable(backup))
            .filter(pool -> pool.affinity().cookie() != null)
            .distinct()
            .toArray(PoolSnapshot[]::new);
    this.cookies =
        Stream.of(cookiePools)
            .map(pool -> Objects.requireNonNull(pool.affinity().cookie()))
            .toArray(CookieAffinity[]::new);
    this.cookieNames = Stream.of(cookies).map(CookieAffinity::name).distinct().toList();
  }

  /** Compiles a route onto its one pool. */
  public static CompiledRoute of(RouteConfig config, PoolSnapshot pool) {
    return new CompiledRoute(config, List.of(pool), null);
  }

  /**
   * Compiles a route onto its pools.
   *
   * @param pools by name
   * @throws IllegalArgumentException when a pool is missing, or when a key source names a capture
   *     that the path does not have
   */
  public static CompiledRoute of(RouteConfig config, Map<String, PoolSnapshot> pools) {
    List<PoolSnapshot> own = new ArrayList<>();
    for (PoolShare share : config.shares()) {
      own.add(known(config, share.pool(), pools));
    }
    String backup = config.backup();
    return new CompiledRoute(config, own, backup == null ? null : known(config, backup, pools));
  }

  /**
   * Compiles a route onto its pools, or returns the one of before where nothing differs.
   *
   * @param old the route at the same place in the table before; null: there is none
   */
  public static CompiledRoute of(
      RouteConfig config, Map<String, PoolSnapshot> pools, @Nullable CompiledRoute old) {
    boolean same =
        old != null
            && Stream.concat(Stream.of(old.pools), Stream.ofNullable(old.backup))
                .allMatch(pool -> pools.get(pool.name()) == pool)
            && old.config.equals(config);
    return same && old != null ? old : of(config, pools);
  }

  private static PoolSnapshot known(
      RouteConfig config, String name, Map<String, PoolSnapshot> pools) {
    PoolSnapshot pool = pools.get(name);
    if (pool == null) {
      throw new IllegalArgumentException(
          "route " + config.name() + " leads to pool " + name + ", which does not exist");
    }
    return pool;
  }

  /** Returns the route as configured. */
  public RouteConfig config() {
    return config;
  }

  /** Returns the pools that share its requests; none when it answers by itself. */
  public List<PoolSnapshot> pools() {
    return List.of(pools);
  }

  /** Returns the pool that takes what finds no open backend, or null. */
  public @Nullable PoolSnapshot backup() {
    return backup;
  }

  /**
   * Returns what becomes of its long streams in a pool when their key belongs to another backend.
   */
  public OnOwnerChange onOwnerChange(PoolSnapshot pool) {
    OnOwnerChange own = config.onOwnerChange();
    return own == null ? pool.config().session().onOwnerChange() : own;
  }

  /** Returns what a backend gets for a path. */
  public PathRewrite rewrite() {
    return rewrite;
  }

  /** Returns the bodies of the errors of this route. */
  public ErrorPages errorPages() {
    return errorPages;
  }

  /** Returns where it sends clients, or null. */
  public @Nullable RedirectPlace redirect() {
    return redirect;
  }

  /** Returns the body of its own answer, or null. */
  public @Nullable FixedBody body() {
    return body;
  }

  /** Returns the names of the affinity cookies of its pools, the backup pool's among them. */
  public List<String> cookieNames() {
    return cookieNames;
  }

  /** Returns those cookies, one for each pool that has one. */
  CookieAffinity[] cookies() {
    return cookies;
  }

  /** Returns the pool of one of the cookies. */
  PoolSnapshot cookiePool(int place) {
    return cookiePools[place];
  }

  /** Returns the pool that a key belongs to. */
  PoolSnapshot poolOf(KeyBuffer key) {
    return pools[split.ofKey(key.bytes(), 0, key.length())];
  }

  /** Returns the pool that a key belongs to. */
  public PoolSnapshot poolOf(RoutingKey key) {
    return pools[split.ofKey(key.bytes(), key.offset(), key.length())];
  }

  /** Returns a pool for a request without a key. */
  PoolSnapshot poolAtRandom(RandomGenerator random) {
    return pools[split.atRandom(random)];
  }

  /** Returns the only pool, or null when there are several or none. */
  @Nullable PoolSnapshot onlyPool() {
    return pools.length == 1 ? pools[0] : null;
  }

  /** Returns which clients it serves. */
  AccessRule access() {
    return access;
  }

  /** Returns which requests it takes. */
  RouteMatcher matcher() {
    return matcher;
  }

  /** Returns where its keys come from. */
  KeyExtractor keys() {
    return keys;
  }
}

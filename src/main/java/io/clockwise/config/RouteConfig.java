package io.clockwise.config;

import io.clockwise.model.CidrBlock;
import io.clockwise.model.MissingKeyPolicy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which requests go to which pool, and by which key. The first route that matches wins.
 *
 * @param name unique; default {@code route-N}, N counting from 1
 * @param match default: every request
 * @param key sources in order; the first that yields a value; default none: each request has no key
 * @param onMissingKey default {@code leastRequests}
 * @param pool name of a pool; default, without {@code pools}, {@code redirect} and {@code respond}:
 *     the only one; here empty when one of these stands
 * @param pools that share the requests, by their key; default none
 * @param backup name of the pool that takes what finds no open backend; default none
 * @param redirect the answer, instead of a pool's; default none
 * @param respond the answer, instead of a pool's; default none
 * @param timeouts default: the pool's
 * @param retry default: the pool's
 * @param limits default none
 * @param allow clients that are served, all others get 403; default: all
 * @param deny clients that get 403, asked before {@code allow}; default none
 * @param rewrite of paths; default none
 * @param headers changes of fields; default none
 * @param errorPages bodies of answers that Clockwise itself gives, by status, 400 to 599, or by
 *     {@code 4xx}, {@code 5xx}; default none
 * @param onOwnerChange what becomes of long streams of keys that belong to another backend; null:
 *     the pool's; default
 */
public record RouteConfig(
    String name,
    MatchConfig match,
    List<KeySource> key,
    MissingKeyPolicy onMissingKey,
    String pool,
    List<PoolShare> pools,
    @Nullable String backup,
    @Nullable RedirectConfig redirect,
    @Nullable RespondConfig respond,
    RouteTimeoutsConfig timeouts,
    RouteRetryConfig retry,
    RouteLimitsConfig limits,
    List<CidrBlock> allow,
    List<CidrBlock> deny,
    @Nullable RewriteConfig rewrite,
    HeadersConfig headers,
    Map<String, PageFile> errorPages,
    @Nullable OnOwnerChange onOwnerChange) {

  /** Copies the collections. */
  public RouteConfig {
    key = List.copyOf(key);
    pools = List.copyOf(pools);
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
    errorPages = Collections.unmodifiableMap(new LinkedHashMap<>(errorPages));
  }

  /** Makes a route to one pool, with the default of everything else. */
  public RouteConfig(
      String name,
      MatchConfig match,
      List<KeySource> key,
      MissingKeyPolicy onMissingKey,
      String pool) {
    this(
        name,
        match,
        key,
        onMissingKey,
        pool,
        List.of(),
        null,
        null,
        null,
        RouteTimeoutsConfig.NONE,
        RouteRetryConfig.NONE,
        RouteLimitsConfig.NONE,
        List.of(),
        List.of(),
        null,
        HeadersConfig.NONE,
        Map.of(),
        null);
  }

  /** Returns the pools that share the requests, the only one with weight 1; not the backup. */
  public List<PoolShare> shares() {
    return pool.isEmpty() ? pools : List.of(new PoolShare(pool, 1));
  }

  /** Returns the names of all pools that it may lead to. */
  public Set<String> poolNames() {
    Set<String> names = new LinkedHashSet<>();
    shares().forEach(share -> names.add(share.pool()));
    if (backup != null) {
      names.add(backup);
    }
    return names;
  }
}

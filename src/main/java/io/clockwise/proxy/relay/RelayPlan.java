package io.clockwise.proxy.relay;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.config.ConnectionsConfig.ProxyProtocol;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.TlsConfig;
import io.clockwise.proxy.connection.BackendConnections;
import io.clockwise.proxy.connection.ConnectionBook;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.policy.retry.BudgetCount;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.rule.PathRewrite;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the relay needs of a route and one of its pools, found once for each routing table. */
final class RelayPlan {
  private final CompiledRoute route;
  private final PoolSnapshot pool;
  private final ConnectionBook book;
  private final @Nullable BackendConnections[] connections;
  private final RetryConfig retry;
  private final BudgetCount budget;
  private final long responseNanos;
  private final long idleNanos;
  private final long bodyIdleNanos;
  private final long totalNanos;
  private final boolean relayed;
  private final boolean plainRequests;
  private final boolean plainAnswers;

  RelayPlan(CompiledRoute route, PoolSnapshot pool, ClockwiseConfig config, LoopScope scope) {
    this.route = route;
    this.pool = pool;
    this.book = scope.connections();
    this.budget = scope.retries().of(pool);
    this.connections = new BackendConnections[pool.size()];
    this.retry = route.config().retry().over(pool.config().retry());
    TimeoutsConfig timeouts = route.config().timeouts().over(pool.config().timeouts());
    this.responseNanos = timeouts.response().toNanos();
    this.idleNanos = timeouts.idle().toNanos();
    this.bodyIdleNanos = config.limits().bodyIdle().toNanos();
    this.totalNanos =
        route.config().timeouts().total() == null
            ? -1
            : route.config().timeouts().total().toNanos();
    this.relayed = speaksPlainHttp1(pool);
    this.plainRequests =
        config.forwarded().xForwarded()
            && !config.forwarded().standard()
            && route.config().headers().request().isEmpty()
            && route.rewrite() == PathRewrite.NONE
            && config.listeners().stream().noneMatch(RelayPlan::tellsCertificates);
    this.plainAnswers = route.config().headers().response().isEmpty();
  }

  private static boolean speaksPlainHttp1(PoolSnapshot pool) {
    ConnectionsConfig connections = pool.config().connections();
    boolean one =
        connections.protocol() == Protocol.H1
            || connections.protocol() == Protocol.AUTO && pool.config().tls() == null;
    return one && connections.proxyProtocol() == ProxyProtocol.OFF;
  }

  private static boolean tellsCertificates(ListenerConfig listener) {
    TlsConfig tls = listener.tls();
    return tls != null && !tls.clientCertificateHeader().isEmpty();
  }

  boolean isFor(CompiledRoute otherRoute, PoolSnapshot otherPool) {
    return route == otherRoute && pool == otherPool;
  }

  CompiledRoute route() {
    return route;
  }

  PoolSnapshot pool() {
    return pool;
  }

  /** Returns the connections to a backend of the pool. */
  BackendConnections connections(int backend) {
    BackendConnections found = connections[backend];
    if (found == null) {
      found = book.of(pool, backend);
      connections[backend] = found;
    }
    return found;
  }

  /** Returns the budget of retries of the pool. */
  BudgetCount budget() {
    return budget;
  }

  RetryConfig retry() {
    return retry;
  }

  long responseNanos() {
    return responseNanos;
  }

  long idleNanos() {
    return idleNanos;
  }

  long bodyIdleNanos() {
    return bodyIdleNanos;
  }

  /** Returns how long a request may take in all; -1: as long as it likes. */
  long totalNanos() {
    return totalNanos;
  }

  /** Returns the names of the affinity cookies, which backends do not get. */
  List<String> cookieNames() {
    return route.cookieNames();
  }

  /** Tells whether the pool's backends are spoken to in HTTP/1.1, without a PROXY header. */
  boolean isRelayed() {
    return relayed;
  }

  /** Tells whether no setting changes fields of requests beyond the usual ones. */
  boolean hasPlainRequests() {
    return plainRequests;
  }

  /** Tells whether no setting changes fields of answers. */
  boolean hasPlainAnswers() {
    return plainAnswers;
  }
}

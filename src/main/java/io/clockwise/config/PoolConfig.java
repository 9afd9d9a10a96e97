package io.clockwise.config;

import io.clockwise.model.placement.ForeignSettings;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of interchangeable backends.
 *
 * @param placement default {@code slots}
 * @param backends in the order of the document; may be empty
 * @param session what binds requests to a backend, and what becomes of that
 * @param connections to each backend
 * @param timeouts of each exchange
 * @param retry of requests that a backend did not answer
 * @param tls on the connections to backends; null: off
 * @param care about backends that are dead, slow, cold or overloaded
 */
public record PoolConfig(
    PlacementSettings placement,
    List<BackendConfig> backends,
    SessionConfig session,
    ConnectionsConfig connections,
    TimeoutsConfig timeouts,
    RetryConfig retry,
    @Nullable BackendTlsConfig tls,
    CareConfig care) {

  /** Copies the list. */
  public PoolConfig {
    backends = List.copyOf(backends);
  }

  /** Makes a pool without TLS, with the default retries. */
  public PoolConfig(
      PlacementSettings placement,
      List<BackendConfig> backends,
      ConnectionsConfig connections,
      TimeoutsConfig timeouts) {
    this(placement, backends, connections, timeouts, RetryConfig.DEFAULT);
  }

  /** Makes a pool without TLS. */
  public PoolConfig(
      PlacementSettings placement,
      List<BackendConfig> backends,
      ConnectionsConfig connections,
      TimeoutsConfig timeouts,
      RetryConfig retry) {
    this(
        placement,
        backends,
        SessionConfig.DEFAULT,
        connections,
        timeouts,
        retry,
        null,
        CareConfig.DEFAULT);
  }

  /** Returns the backends as the placement knows them, in their order. */
  public List<Member> members() {
    boolean byName = placement instanceof ForeignSettings;
    return backends.stream()
        .map(b -> new Member(b.id(), b.weight(), byName ? b.placedAs() : b.id()))
        .toList();
  }

  /** Returns when a key is served by several; null: never, as where keys or sessions are bound. */
  public @Nullable HotKeysConfig spreading() {
    boolean bound =
        !(session.affinity() instanceof AffinityConfig.None) || session.onUnavailable().isStrict();
    return bound ? null : care.hotKeys();
  }

  /** Returns the same with other backends. */
  public PoolConfig withBackends(List<BackendConfig> newBackends) {
    return new PoolConfig(placement, newBackends, session, connections, timeouts, retry, tls, care);
  }

  /** Returns the same with another rule for retries. */
  public PoolConfig withRetry(RetryConfig other) {
    return new PoolConfig(placement, backends, session, connections, timeouts, other, tls, care);
  }

  /** Returns the same with TLS, or without. */
  public PoolConfig withTls(@Nullable BackendTlsConfig other) {
    return new PoolConfig(placement, backends, session, connections, timeouts, retry, other, care);
  }

  /** Returns the same with other rules for sessions. */
  public PoolConfig withSession(SessionConfig other) {
    return new PoolConfig(placement, backends, other, connections, timeouts, retry, tls, care);
  }

  /** Returns the same with other care about backends. */
  public PoolConfig withCare(CareConfig other) {
    return new PoolConfig(placement, backends, session, connections, timeouts, retry, tls, other);
  }
}

package io.clockwise.proxy.exchange;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.exchange.connection.Lease;
import io.clockwise.proxy.exchange.connection.UpstreamConnection;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.BackendMeters;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way of one request to a connection with a backend that is open at that moment. Each attempt
 * on a backend is counted when it begins and when it ends, once.
 */
final class BackendSearch {
  private final LoopScope scope;
  private final Downstream client;
  private final Consumer<UpstreamConnection> found;
  private final Consumer<ProxyFailure> failed;
  private Choice choice;
  private int moves;
  private @Nullable BackendMeters attempt;
  private @Nullable Lease lease;

  BackendSearch(
      LoopScope scope,
      Downstream client,
      Choice choice,
      Consumer<UpstreamConnection> found,
      Consumer<ProxyFailure> failed) {
    this.scope = scope;
    this.client = client;
    this.choice = choice;
    this.found = found;
    this.failed = failed;
  }

  /**
   * Begins an attempt on the chosen backend.
   *
   * @param fresh whether the connection must be a new one
   */
  void begin(boolean fresh) {
    BackendMeters meters = choice.pool().meters(choice.backend());
    meters.started(scope.loop());
    attempt = meters;
    lease = new Lease(this::leased, this::refused);
    scope.connections().of(choice.pool(), choice.backend()).acquire(lease, fresh);
  }

  private void leased(UpstreamConnection granted) {
    lease = null;
    PoolSnapshot pool = choice.pool();
    RoutingTable now = scope.tables().current();
    if (Router.isStillOpen(pool, choice.backend(), now)) {
      client.timeline().leased();
      found.accept(granted);
      return;
    }
    granted.release();
    endAttempt(false);
    Choice.Key key = choice.key();
    int next = scope.router().pickAgain(pool, now, key == null ? null : key.value());
    if (next < 0 || ++moves > pool.size()) {
      refused(ProxyFailure.of(FailureKind.NO_BACKEND, "no backend of the pool is open"));
      return;
    }
    choice = choice.withBackend(next);
    client.chosen(choice);
    begin(false);
  }

  private void refused(ProxyFailure failure) {
    lease = null;
    failed.accept(failure);
  }

  /** Counts the end of the attempt; nothing when there is none. */
  void endAttempt(boolean failure) {
    BackendMeters running = attempt;
    attempt = null;
    if (running != null) {
      running.ended(scope.loop(), failure);
    }
  }

  /** Takes back the wish for a connection, if it was not granted yet. */
  void cancel() {
    if (lease != null) {
      lease.cancel();
      lease = null;
    }
  }
}

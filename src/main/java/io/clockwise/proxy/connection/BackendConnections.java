package io.clockwise.proxy.connection;

import io.clockwise.config.ConnectionsConfig.OnFull;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.name.BackendNames;
import io.clockwise.proxy.connection.name.NameWatch;
import io.clockwise.proxy.connection.wire.Agents;
import io.clockwise.proxy.connection.wire.Source;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.telemetry.UpstreamMeters;
import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop to one backend address: those that are there, a limit on the
 * requests on all of them, and a bounded queue of those who wait.
 *
 * <p>A connection that comes back is handed on when its read is over: what it brought beyond the
 * answer has closed it, and is never taken for the answer to the next request.
 */
public final class BackendConnections {
  private final Scope scope;
  private final BackendAddress address;
  private final ConnectionLimits limits;
  private final OnFull onFull;
  private final Lines lines;
  private final @Nullable NameWatch nameWatch;
  private final List<Dial.Waiting> dialling = new ArrayList<>();
  private final Deque<Lease> waiting = new ArrayDeque<>();
  private int requests;
  private int tunnels;
  private boolean multiplexes;
  private boolean retired;

  /** What the connections of a pool on an event loop have in common. */
  record Scope(Vertx vertx, Agents agents, BackendNames names, UpstreamMeters meters) {}

  BackendConnections(Scope scope, BackendAddress address, ConnectionLimits limits, OnFull onFull) {
    this.scope = scope;
    this.address = address;
    this.limits = limits;
    this.onFull = onFull;
    this.lines = new Lines(scope.vertx(), limits.idleMillis());
    this.nameWatch =
        address.isName()
            ? new NameWatch(scope.vertx(), scope.names(), address.host(), this::retain)
            : null;
    this.multiplexes = scope.agents().mayMultiplex();
  }

  /**
   * Looks for a connection; the lease hears of it, perhaps at once.
   *
   * @param fresh whether it must be a new one
   */
  public void acquire(Lease lease, boolean fresh) {
    lease.from(this, fresh);
    if (lease.isForTunnel() && hasEnoughTunnels()) {
      lease.refused(UpstreamFault.tooManyTunnels());
    } else if (requests < limits.requests()) {
      place(lease);
    } else if (!queues(lease.mayQueue())) {
      lease.refused(ProxyFailure.of(FailureKind.BACKEND_FULL, "the backend has enough requests"));
    } else if (waiting.size() < limits.queue()) {
      waiting.addLast(lease);
      lease.timer(scope.vertx().setTimer(limits.queueMillis(), id -> waitedTooLong(lease)));
    } else {
      lease.refused(
          ProxyFailure.of(FailureKind.QUEUE_FULL, "too many requests wait for the backend"));
    }
  }

  /**
   * Takes an idle connection for use on its bytes, at once and without a lease.
   *
   * @return null: there is none, or the backend has enough to do
   */
  public @Nullable RawConnection take() {
    if (requests >= limits.requests() || !waiting.isEmpty() || scope.agents().tellsClients()) {
      return null;
    }
    Line line = lines.youngest();
    if (line == null) {
      return null;
    }
    requests++;
    line.begin();
    scope.meters().reused();
    return RawConnection.of(this, line);
  }

  /** Tells whether a lease of this kind would be granted or wait, not be refused at once. */
  boolean takes(boolean mayQueue, boolean tunnel) {
    boolean waits = queues(mayQueue) && waiting.size() < limits.queue();
    return !(tunnel && hasEnoughTunnels()) && (requests < limits.requests() || waits);
  }

  private boolean queues(boolean mayQueue) {
    return onFull == OnFull.QUEUE || onFull == OnFull.AUTO && mayQueue;
  }

  private boolean hasEnoughTunnels() {
    return limits.tunnels() > 0 && tunnels >= limits.tunnels();
  }

  private void waitedTooLong(Lease lease) {
    if (waiting.remove(lease)) {
      lease.refused(
          ProxyFailure.of(FailureKind.QUEUE_TIMEOUT, "no connection to the backend became free"));
    }
  }

  /** Takes back a wish that was not granted yet. */
  void cancel(Lease lease) {
    if (waiting.remove(lease)) {
      scope.vertx().cancelTimer(lease.timer());
    }
  }

  private void place(Lease lease) {
    requests++;
    Line free = lease.isFresh() ? null : lines.free(clientOf(lease), lease.isByHttp1());
    if (free != null) {
      grant(free, lease);
      return;
    }
    for (Dial.Waiting each : dialling) {
      if (multiplexes && each.fits(lease, clientOf(lease))) {
        each.leases().add(lease);
        return;
      }
    }
    if (requests + lines.idle() > limits.requests()) {
      lines.closeOldest();
    }
    dial(lease);
  }

  private @Nullable Source clientOf(Lease lease) {
    return scope.agents().tellsClients() ? lease.client() : null;
  }

  private void grant(Line line, Lease lease) {
    if (line.requests() > 0) {
      scope.meters().reused();
    }
    lease.granted(new UpstreamConnection(this, line));
  }

  private void dial(Lease lease) {
    List<Lease> leases = new ArrayList<>(List.of(lease));
    Dial.Waiting made = new Dial.Waiting(clientOf(lease), lease.isByHttp1(), leases);
    dialling.add(made);
    Agents agents = lease.isByHttp1() ? scope.agents().byHttp1() : scope.agents();
    Dial.to(scope.vertx(), agents, scope.names(), address, made.client())
        .onComplete(done -> dialled(made, done));
  }

  private void dialled(Dial.Waiting made, AsyncResult<Dial.Found> done) {
    dialling.remove(made);
    requests -= made.leases().size();
    if (done.failed()) {
      ProxyFailure failure = UpstreamFault.ofConnect(done.cause());
      scope.meters().failed(failure.kind());
      Lease.refuse(made.leases(), failure);
    } else {
      share(opened(done.result(), made), made.leases());
    }
    serveWaiting();
  }

  private Line opened(Dial.Found found, Dial.Waiting made) {
    Line line = new Line(found, made.client(), scope.meters(), this::lost);
    lines.add(line);
    if (!made.http1()) {
      multiplexes = line.isShared();
    }
    if (line.isShared()) {
      Heartbeat.begin(scope.vertx(), line, limits.pingMillis());
    }
    if (nameWatch != null) {
      nameWatch.begin();
    }
    return line;
  }

  private void share(Line line, List<Lease> leases) {
    List<Lease> wanted = leases.stream().filter(lease -> !lease.isCancelled()).toList();
    if (line.room() < 1) {
      line.drain();
      Lease.refuse(wanted, UpstreamFault.refused());
      return;
    }
    for (Lease lease : wanted) {
      if (lease.isCancelled()) {
        continue; // by what another one's grant has led to
      }
      if (line.hasRoom()) {
        requests++;
        grant(line, lease);
      } else {
        acquire(lease, lease.isFresh());
      }
    }
    settle(line, System.nanoTime());
  }

  /** Hears that an exchange has left a connection, which goes on. */
  void ended(Line line, boolean tunnel) {
    scope.vertx().getOrCreateContext().runOnContext(later -> left(line, tunnel, System.nanoTime()));
  }

  /** Ends an exchange on a connection, which goes on; nothing of it may come any more. */
  void left(Line line, boolean tunnel, long nowNanos) {
    if (!line.isOpen()) {
      return; // lost() has counted it
    }
    line.end(tunnel);
    if (tunnel) {
      tunnels--;
    } else {
      requests--;
    }
    settle(line, nowNanos);
    serveWaiting();
  }

  private void settle(Line line, long nowNanos) {
    if (line.isOpen() && line.isUnused()) {
      if (retired && waiting.isEmpty()) {
        line.drain();
      }
      line.closeIfUnused();
      if (line.isOpen()) {
        lines.idle(line, nowNanos);
      }
    }
  }

  boolean takesTunnel(Line line) {
    if (hasEnoughTunnels()) {
      return false;
    }
    tunnels++;
    requests--;
    line.becomeTunnel();
    scope.vertx().getOrCreateContext().runOnContext(later -> serveWaiting());
    return true;
  }

  private void lost(Line line) {
    lines.remove(line);
    requests -= line.exchanges();
    tunnels -= line.tunnels();
    if (lines.isEmpty() && nameWatch != null) {
      nameWatch.end();
    }
    serveWaiting();
  }

  private void serveWaiting() {
    while (requests < limits.requests()) {
      Lease next = waiting.pollFirst();
      if (next == null) {
        return;
      }
      scope.vertx().cancelTimer(next.timer());
      place(next);
    }
  }

  private void retain(List<InetAddress> found) {
    Set<SocketAddress> present =
        found.stream().map(each -> Dial.socket(each, address.port())).collect(Collectors.toSet());
    lines.retain(present::contains);
  }

  /** Says whether it is still wanted: if not, each connection closes when its exchange is over. */
  void wanted(boolean still) {
    retired = !still;
    if (retired) {
      lines.closeIdle();
    }
  }

  /** Tells whether nothing is left of it. */
  boolean isEmpty() {
    return lines.isEmpty() && dialling.isEmpty() && waiting.isEmpty();
  }
}

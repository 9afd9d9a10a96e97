package io.clockwise.proxy.front;

import io.clockwise.config.SocketBind;
import io.clockwise.proxy.front.door.Door;
import io.clockwise.proxy.front.tls.SharedOutcome;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Where the event loops of one Clockwise listen; shared by them, readable by anybody.
 *
 * <p>A bind with port 0 gets one port for all event loops, chosen by the system.
 */
public final class BoundListeners {
  /* Vert.x knows a shared random port by a number that is unique in the process, not in a
  deployment: so that two deployments never share one, the numbers are handed out here. */
  private static final AtomicInteger NEXT_SHARED = new AtomicInteger(1);

  private final Map<SocketBind, Integer> shared = new ConcurrentHashMap<>();
  private final Map<SocketBind, Integer> ports = new ConcurrentHashMap<>();
  private final Map<SocketBind, Door> doors = new ConcurrentHashMap<>();
  private final Map<SocketBind, Use> uses = new ConcurrentHashMap<>();

  /**
   * Who uses a bind. The event loops share the socket that accepts, and leave it one after the
   * other; a connection that is given to a loop which has left is lost. So the last one to leave
   * closes the socket, and only then does each loop end the server that takes its connections.
   *
   * @param cleared whether there was nothing in the way
   * @param listeners of all event loops; 0: the socket is being closed
   * @param closed when the socket is closed
   */
  private record Use(Future<Void> cleared, int listeners, Promise<Void> closed) {
    Use with(int more) {
      return new Use(cleared, listeners + more, closed);
    }

    boolean isClosing() {
      return listeners == 0;
    }
  }

  /** Returns the address to bind for a listener. */
  SocketAddress addressOf(SocketBind bind) {
    if (bind.isUnix()) {
      return SocketAddress.domainSocketAddress(bind.path());
    }
    return bind.port() != 0
        ? SocketAddress.inetSocketAddress(bind.port(), bind.host())
        : SocketAddress.sharedRandomPort(
            shared.computeIfAbsent(bind, first -> NEXT_SHARED.getAndIncrement()), bind.host());
  }

  /** Returns the one door of a bind: the event loops share the socket that accepts. */
  Door door(SocketBind bind, Supplier<Door> make) {
    return doors.computeIfAbsent(bind, first -> make.get());
  }

  /**
   * Counts a listener that is to be bound; {@link #leave} is owed, also when this fails.
   *
   * @return fails when a Unix socket cannot be bound
   */
  Future<Void> enter(Vertx vertx, SocketBind bind) {
    Use use =
        uses.compute(
            bind,
            (same, now) -> {
              if (now == null) {
                return new Use(clear(vertx, bind), 1, Promise.promise());
              }
              return now.isClosing() ? now : now.with(1);
            });
    return use.isClosing()
        ? SharedOutcome.heardHere(vertx, use.closed().future())
            .compose(closed -> enter(vertx, bind))
        : SharedOutcome.heardHere(vertx, use.cleared());
  }

  private static Future<Void> clear(Vertx vertx, SocketBind bind) {
    return bind.isUnix() ? UnixSocketFile.clear(vertx, bind.path()) : Future.succeededFuture();
  }

  /**
   * Says that a listener wants no more connections.
   *
   * @return completes when there can be none: all have left, and the socket is closed
   */
  Future<Void> leave(Vertx vertx, SocketBind bind) {
    Use use =
        uses.compute(
            bind, (same, now) -> Objects.requireNonNull(now, "a bind that is not in use").with(-1));
    if (use.isClosing()) {
      close(vertx, bind).onComplete(over -> closed(bind, use));
    }
    return SharedOutcome.heardHere(vertx, use.closed().future());
  }

  private Future<Void> close(Vertx vertx, SocketBind bind) {
    boolean wasBound = ports.remove(bind) != null;
    Door door = doors.get(bind);
    Future<Void> closing = door == null ? Future.succeededFuture() : door.close();
    return wasBound && bind.isUnix()
        ? closing.compose(closed -> UnixSocketFile.remove(vertx, bind.path()))
        : closing;
  }

  private void closed(SocketBind bind, Use use) {
    uses.remove(bind);
    use.closed().complete();
  }

  void bound(SocketBind bind, int port) {
    ports.put(bind, port);
  }

  /** Returns the port on which a listener of the configuration accepts; empty: it does not. */
  public OptionalInt port(SocketBind bind) {
    Integer port = ports.get(bind);
    return port == null ? OptionalInt.empty() : OptionalInt.of(port);
  }

  /** Returns where connections are accepted, with the ports that the system chose. */
  public List<SocketBind> addresses() {
    return ports.entrySet().stream()
        .map(
            entry ->
                entry.getKey().isUnix()
                    ? entry.getKey()
                    : new SocketBind(entry.getKey().host(), entry.getValue()))
        .toList();
  }
}

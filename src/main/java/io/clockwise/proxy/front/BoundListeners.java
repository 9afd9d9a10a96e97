package io.clockwise.proxy.front;

import io.clockwise.config.SocketBind;
import io.clockwise.proxy.front.door.Door;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.Map;
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

  void bound(SocketBind bind, int port) {
    ports.put(bind, port);
  }

  void unbound(SocketBind bind) {
    ports.remove(bind);
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

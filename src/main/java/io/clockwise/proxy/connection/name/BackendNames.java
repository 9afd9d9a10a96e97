package io.clockwise.proxy.connection.name;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The addresses behind the names of backends, on one event loop. The resolver of Vert.x keeps them
 * for as long as the name server says; it is asked once a second for a name, at most.
 */
public final class BackendNames {
  private static final long ASK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long FORGET_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int MANY = 256;
  private static final List<InetAddress> LOOPBACKS =
      List.of(
          loopback(new byte[] {127, 0, 0, 1}),
          loopback(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));

  private final VertxInternal vertx;
  private final Map<String, Name> names = new HashMap<>();

  /** What is known of a name. */
  private static final class Name {
    private long askedNanos;
    private @Nullable List<InetAddress> known;
    private Future<List<InetAddress>> last = Future.failedFuture("not asked");
  }

  /** Makes the names of an event loop. */
  public BackendNames(Vertx vertx) {
    this.vertx = (VertxInternal) vertx;
  }

  /**
   * Returns the addresses of a name, perhaps at once. When the resolver does not know, those of
   * before; it fails only for a name that was never known.
   */
  public Future<List<InetAddress>> lookUp(String host) {
    long now = System.nanoTime();
    Name name = names.get(host);
    if (name == null) {
      forget(now);
      name = new Name();
      names.put(host, name);
    } else if (now - name.askedNanos < ASK_AGAIN_NANOS || !name.last.isComplete()) {
      return name.last;
    }
    name.askedNanos = now;
    name.last = ask(host, name);
    return name.last;
  }

  private Future<List<InetAddress>> ask(String host, Name name) {
    return vertx
        .nameResolver()
        .resolveAll(host)
        .map(found -> addresses(host, found))
        .transform(
            done -> {
              List<InetAddress> before = name.known;
              if (done.succeeded() && !done.result().isEmpty()) {
                name.known = done.result();
                return Future.succeededFuture(done.result());
              }
              return before != null
                  ? Future.succeededFuture(before)
                  : Future.failedFuture(new UnknownName(host));
            });
  }

  private static List<InetAddress> addresses(String host, List<InetSocketAddress> found) {
    Stream<InetAddress> all = found.stream().map(InetSocketAddress::getAddress);
    if (host.equalsIgnoreCase("localhost")) {
      all = Stream.concat(all, LOOPBACKS.stream()); // the hosts file yields one of the two
    }
    return all.distinct().toList();
  }

  private static InetAddress loopback(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private void forget(long now) {
    if (names.size() >= MANY) {
      names
          .values()
          .removeIf(name -> now - name.askedNanos > FORGET_NANOS && name.last.isComplete());
    }
  }
}

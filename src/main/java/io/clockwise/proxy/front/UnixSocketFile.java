package io.clockwise.proxy.front;

import io.clockwise.proxy.front.tls.SharedOutcome;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The files of Unix sockets: those that a dead process left are in the way of a new one. */
public final class UnixSocketFile {
  /* A bind replaces whatever file is there, so what is to stay must be found before. One clearing
  for all event loops: a second one would find the socket that the first loop has just bound. */
  private record Use(Future<Void> cleared, int listeners) {}

  private final Map<String, Use> uses = new ConcurrentHashMap<>();

  /**
   * Removes the file of a socket that nobody listens on; {@link #left} is owed.
   *
   * @return fails when somebody listens there, or the file is no socket
   */
  Future<Void> clear(Vertx vertx, String path) {
    Use mine =
        uses.compute(
            path,
            (same, use) ->
                use == null || use.cleared().failed()
                    ? new Use(
                        vertx.executeBlocking(() -> removeIfDead(Path.of(path)), false),
                        use == null ? 1 : use.listeners() + 1)
                    : new Use(use.cleared(), use.listeners() + 1));
    return SharedOutcome.heardHere(vertx, mine.cleared());
  }

  /** Says that a listener is gone; the last one takes the file with it. */
  Future<Void> left(Vertx vertx, String path) {
    Use rest =
        uses.computeIfPresent(
            path,
            (same, use) ->
                use.listeners() == 1 ? null : new Use(use.cleared(), use.listeners() - 1));
    return rest != null
        ? Future.succeededFuture()
        : vertx.executeBlocking(() -> removeIfSocket(Path.of(path)), false);
  }

  @SuppressWarnings("NullAway") // a Void has no other value
  private static Void removeIfDead(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    if (!isSocket(file)) {
      throw new BindException("a file that is no socket is there; remove it or change the bind");
    }
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      probe.connect(UnixDomainSocketAddress.of(file));
    } catch (IOException nobodyListens) {
      Files.deleteIfExists(file);
      return null;
    }
    throw new BindException("address already in use");
  }

  @SuppressWarnings("NullAway") // a Void has no other value
  private static Void removeIfSocket(Path file) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && isSocket(file)) {
      Files.deleteIfExists(file);
    }
    return null;
  }

  private static boolean isSocket(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .isOther();
  }
}

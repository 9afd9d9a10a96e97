package io.clockwise.proxy.front;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The files of Unix sockets: those that a dead process left are in the way of a new one. */
public final class UnixSocketFile {
  /* One clearing for all event loops: a second one could take the file that the first loop has just
  bound for a dead one. */
  private final Map<String, Future<Void>> cleared = new ConcurrentHashMap<>();

  /** Removes the file of a socket that nobody listens on; once until {@link #left}. */
  Future<Void> clear(Vertx vertx, String path) {
    return cleared.computeIfAbsent(
        path, first -> vertx.executeBlocking(() -> removeIfDead(Path.of(path)), false));
  }

  /** Says that nobody here listens any more, and removes the file if it is still there. */
  Future<Void> left(Vertx vertx, String path) {
    return cleared.remove(path) == null
        ? Future.succeededFuture()
        : vertx.executeBlocking(() -> removeIfDead(Path.of(path)), false);
  }

  @SuppressWarnings("NullAway") // a Void has no other value
  private static Void removeIfDead(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
      try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        probe.connect(UnixDomainSocketAddress.of(file));
      } catch (ConnectException refused) {
        Files.deleteIfExists(file);
      }
    }
    return null;
  }
}

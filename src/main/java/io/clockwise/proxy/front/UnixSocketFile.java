package io.clockwise.proxy.front;

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

/** The file of a Unix socket: one that a dead process left is in the way of a new one. */
final class UnixSocketFile {
  private UnixSocketFile() {}

  /**
   * Removes the file of a socket that nobody listens on. A bind would replace whatever file is
   * there, so what is to stay must be found before.
   *
   * @return fails when somebody listens there, or the file is no socket
   */
  static Future<Void> clear(Vertx vertx, String path) {
    return vertx.executeBlocking(() -> removeIfDead(Path.of(path)), false);
  }

  /** Removes the file of a socket that is closed. */
  static Future<Void> remove(Vertx vertx, String path) {
    return vertx.executeBlocking(() -> removeIfSocket(Path.of(path)), false);
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

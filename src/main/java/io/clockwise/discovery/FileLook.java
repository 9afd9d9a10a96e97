package io.clockwise.discovery;

import io.vertx.config.spi.ConfigStore;
import io.vertx.config.spi.ConfigStoreFactory;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.ServiceLoader;

/** Looks at a file through the file store of Vert.x Config; every failure becomes one line. */
final class FileLook {
  /** The largest document, in bytes. */
  static final int MAX_BYTES = 4 << 20;

  private final Vertx vertx;
  private final Path file;
  private final String name;
  private final ConfigStore store;

  /**
   * Looks at a file.
   *
   * @param name how messages call it
   */
  FileLook(Vertx vertx, Path file, String name) {
    this.vertx = vertx;
    // A relative path that is not there would be looked for among the classes.
    this.file = file.toAbsolutePath();
    this.name = name;
    this.store = fileStore().create(vertx, new JsonObject().put("path", this.file.toString()));
  }

  private static ConfigStoreFactory fileStore() {
    return ServiceLoader.load(ConfigStoreFactory.class, ConfigStoreFactory.class.getClassLoader())
        .stream()
        .map(ServiceLoader.Provider::get)
        .filter(factory -> factory.name().equals("file"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Vert.x Config has no file store"));
  }

  /** Looks now; never fails. */
  Future<Sight> look() {
    return vertx
        .executeBlocking(this::obstacle, false)
        .compose(
            obstacle ->
                obstacle.isPresent()
                    ? Future.succeededFuture(Sight.problem(obstacle.get()))
                    : store.get().map(this::seen))
        .recover(failure -> Future.succeededFuture(Sight.problem(text(failure))));
  }

  /* Asked before the store is: it would read a file of any size, wait at a pipe, and fail for a
  directory with nothing but an exception's name. */
  private Optional<String> obstacle() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      return Optional.of(cannot("it is a directory; name the file in it"));
    }
    if (!attributes.isRegularFile()) {
      return Optional.of(cannot("it is not a regular file"));
    }
    return attributes.size() > MAX_BYTES
        ? Optional.of(tooLarge(attributes.size()))
        : Optional.empty();
  }

  private Sight seen(Buffer buffer) {
    return buffer.length() > MAX_BYTES
        ? Sight.problem(tooLarge(buffer.length()))
        : Sight.document(buffer.getBytes());
  }

  private String tooLarge(long bytes) {
    return cannot("it is too large, " + bytes + " bytes; at most " + MAX_BYTES + " (4 MiB)");
  }

  /** Returns one line for people. */
  String text(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !isFileCause(cause)) {
      cause = cause.getCause();
    }
    if (cause instanceof NoSuchFileException) {
      return cannot("no such file; put it there, or name another one");
    }
    if (cause instanceof AccessDeniedException) {
      return cannot("permission denied; let the user that runs Clockwise read it");
    }
    String message = cause.getMessage();
    return cannot(message == null ? cause.getClass().getSimpleName() : message);
  }

  private static boolean isFileCause(Throwable cause) {
    return cause instanceof java.nio.file.FileSystemException;
  }

  private String cannot(String why) {
    return "cannot read " + name + ": " + why;
  }
}

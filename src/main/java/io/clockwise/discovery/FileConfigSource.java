package io.clockwise.discovery;

import io.clockwise.config.ConfigDocument;
import io.clockwise.event.source.ConfigReading;
import io.clockwise.event.source.ConfigSource;
import io.vertx.config.ConfigRetriever;
import io.vertx.config.ConfigRetrieverOptions;
import io.vertx.config.ConfigStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A configuration document in a file.
 *
 * <p>The watch compares what the path leads to with what it led to before, so it does not matter
 * how the file was changed: written in place, replaced by a rename, or behind a symbolic link that
 * was turned to another directory. A change counts when two scans in a row see the same, so that a
 * file being written is not taken by halves.
 */
public final class FileConfigSource implements ConfigSource {
  /** How often the file is looked at; a change is told after one to two periods. */
  public static final Duration SCAN_PERIOD = Duration.ofMillis(150);

  private static final String CONTENT = "content";
  private static final long AGAIN_MILLIS = 10;
  private static final int MOST_LOOKS = 100;
  private static final int SCANS_UNTIL_TWO_NEW_LOOKS = 2;

  private final Vertx vertx;
  private final Path file;
  private final Duration scanPeriod;
  private final FileLook look;
  private Optional<Sight> told = Optional.empty();
  private int scansToSkip;
  private boolean closed;
  private @Nullable ConfigRetriever retriever;

  /**
   * Makes a source.
   *
   * @param file as the user gave it; relative paths in the document start from its directory
   * @param scanPeriod at least 1 ms; {@link #SCAN_PERIOD} outside tests
   */
  public FileConfigSource(Vertx vertx, Path file, Duration scanPeriod) {
    this.vertx = vertx;
    this.file = file;
    this.scanPeriod = scanPeriod;
    this.look = new FileLook(vertx, file, file.toString());
  }

  /**
   * {@inheritDoc}
   *
   * <p>Before the watch has begun one look is enough: nobody edits the file of a process that is
   * just starting, and a start should not wait. While the file is watched, which is while people
   * change it, a reading is taken only when two looks {@value #AGAIN_MILLIS} ms apart agree, up to
   * about a second: somebody who saves and reloads at once should not get half a document.
   */
  @Override
  public CompletionStage<ConfigReading> read() {
    Future<Sight> first = look.look();
    Future<Sight> sight = isWatched() ? first.compose(seen -> again(seen, 1)) : first;
    return sight.onSuccess(this::handedOut).map(this::reading).toCompletionStage();
  }

  private synchronized boolean isWatched() {
    return retriever != null;
  }

  /* What a scan under way has seen may be older than this sight: wait for two looks after it. */
  private synchronized void handedOut(Sight sight) {
    told = Optional.of(sight);
    scansToSkip = SCANS_UNTIL_TWO_NEW_LOOKS;
  }

  private Future<Sight> again(Sight before, int looks) {
    if (looks == MOST_LOOKS) {
      return Future.succeededFuture(
          Sight.problem("cannot read " + file + ": it keeps changing; try again"));
    }
    Promise<Sight> promise = Promise.promise();
    vertx.setTimer(AGAIN_MILLIS, timer -> look.look().onComplete(promise));
    return promise
        .future()
        .compose(now -> now.equals(before) ? Future.succeededFuture(now) : again(now, looks + 1));
  }

  /** {@inheritDoc} The one before is whatever was handed out last, also by {@link #read}. */
  @Override
  public synchronized void watch(Consumer<ConfigReading> listener) {
    if (retriever != null) {
      throw new IllegalStateException(file + " is watched already");
    }
    JsonObject store =
        new JsonObject()
            .put(SettledFileStoreFactory.PATH, file.toString())
            .put(SettledFileStoreFactory.NAME, file.toString())
            .put("raw.key", CONTENT)
            .put("raw.type", "binary");
    ConfigStoreOptions options =
        new ConfigStoreOptions()
            .setType(SettledFileStoreFactory.TYPE)
            .setFormat("raw")
            .setConfig(store);
    ConfigRetriever watching =
        ConfigRetriever.create(
            vertx,
            new ConfigRetrieverOptions()
                .setIncludeDefaultStores(false)
                .setScanPeriod(scanPeriod.toMillis())
                .addStore(options));
    // Not a listener of changes: read() may have handed out something else in between.
    watching.setConfigurationProcessor(
        scanned -> {
          news(scanned).ifPresent(listener);
          return scanned;
        });
    retriever = watching;
  }

  private synchronized Optional<ConfigReading> news(JsonObject scanned) {
    if (closed || scansToSkip-- > 0) {
      return Optional.empty();
    }
    scansToSkip = 0;
    Optional<Sight> settled = Sight.decode(scanned.getBinary(CONTENT, new byte[0]));
    if (settled.isEmpty() || settled.equals(told)) {
      return Optional.empty();
    }
    told = settled;
    return settled.map(this::reading);
  }

  private ConfigReading reading(Sight sight) {
    Path parent = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file);
    return sight
        .problem()
        .<ConfigReading>map(ConfigReading.Unreadable::new)
        .orElseGet(
            () ->
                new ConfigReading.Document(
                    new ConfigDocument(file.toString(), parent, sight.bytes())));
  }

  @Override
  public synchronized void close() {
    closed = true;
    ConfigRetriever watching = retriever;
    if (watching != null) {
      watching.close();
    }
  }
}

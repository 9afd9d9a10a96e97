package io.clockwise.discovery;

import io.vertx.config.spi.ConfigStore;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/*
 * A file that is being written is seen in parts, and a part may be a valid document. So a sight
 * counts only once the next scan sees the same; until then the store gives nothing. It never fails: for Vert.x Config a failure is a stack trace in the log at each
 * scan and silence for the listener.
 */
/** A store of Vert.x Config that gives a sight when two looks in a row agree on it. */
final class SettledFileStore implements ConfigStore {
  private final FileLook look;
  private @Nullable Future<Buffer> looking;
  private Optional<Sight> last = Optional.empty();

  SettledFileStore(FileLook look) {
    this.look = look;
  }

  @Override
  public Future<Buffer> get() {
    Future<Buffer> running = looking;
    if (running != null && !running.isComplete()) {
      return running; // a slow file system: looks do not pile up
    }
    Future<Buffer> next = look.look().map(this::settle);
    looking = next;
    return next;
  }

  private Buffer settle(Sight sight) {
    boolean agree = last.equals(Optional.of(sight));
    last = Optional.of(sight);
    return agree ? sight.encode() : Buffer.buffer();
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}

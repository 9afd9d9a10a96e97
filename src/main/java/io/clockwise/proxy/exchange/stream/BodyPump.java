package io.clockwise.proxy.exchange.stream;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;
import org.jspecify.annotations.Nullable;

/**
 * Moves a body from one side to the other, never faster than the slower side: what is buffered is
 * bounded by the write queue and one read.
 */
public final class BodyPump {
  private final ReadStream<Buffer> from;
  private final WriteStream<Buffer> to;
  private final Deadline deadline;
  private long bytes;
  private @Nullable Future<Void> last;
  private Runnable sourceTurn = () -> {};
  private Runnable targetTurn = () -> {};
  private boolean waiting;
  private boolean stopped;

  /** Makes a pump; nothing moves before {@link #start}. */
  public BodyPump(ReadStream<Buffer> from, WriteStream<Buffer> to, Deadline deadline) {
    this.from = from;
    this.to = to;
    this.deadline = deadline;
  }

  /** Names what happens when one side waits for the other from now on. */
  public void turns(Runnable sourcesTurn, Runnable targetsTurn) {
    sourceTurn = sourcesTurn;
    targetTurn = targetsTurn;
  }

  /** Begins; afterwards the source's end handler says when all of it has been read. */
  public void start() {
    from.handler(this::move);
  }

  /** Stops for good; what still comes is dropped. */
  public void stop() {
    stopped = true;
  }

  private void move(Buffer part) {
    if (stopped) {
      return;
    }
    boolean first = bytes == 0;
    bytes += part.length();
    if (first) {
      sourceTurn.run(); // it no longer waits to be asked
    }
    deadline.touch();
    last = to.write(part);
    if (to.writeQueueFull()) {
      waiting = true;
      from.pause();
      to.drainHandler(drained -> goOn());
      targetTurn.run();
    }
  }

  private void goOn() {
    if (waiting && !stopped) {
      waiting = false;
      deadline.touch();
      sourceTurn.run();
      from.resume();
    }
  }

  /** Tells whether the target is the side that does not move. */
  public boolean waitsForTarget() {
    return waiting;
  }

  /** Returns what completes when all that was moved has been written. */
  public Future<Void> lastWrite() {
    return last == null ? Future.succeededFuture() : last;
  }

  /** Returns the bytes moved so far. */
  public long bytes() {
    return bytes;
  }
}

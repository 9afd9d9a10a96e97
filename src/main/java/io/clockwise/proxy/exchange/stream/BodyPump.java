package io.clockwise.proxy.exchange.stream;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;
import org.jspecify.annotations.Nullable;

/**
 * Moves a body from one side to the other, never faster than the slower side: what is buffered is
 * bounded by a few KiB and one read.
 */
public final class BodyPump {
  /*
   * Thousands of sides may be slow at once, so what each makes us keep must be small. The write
   * queues of the HTTP objects count messages, up to 128 KiB of them and more behind; here the
   * bytes are counted that were handed over and not yet taken by the socket or the flow control.
   * A fast side is served from the buffers of the kernel and hardly meets the limit.
   */
  private static final int MOST_UNSENT = 8 * 1024;
  private static final int FEW_UNSENT = 2 * 1024;

  private final ReadStream<Buffer> from;
  private final WriteStream<Buffer> to;
  private final ReadValve valve;
  private final Deadline deadline;
  private long bytes;
  private @Nullable Future<Void> last;
  private int unsent;
  private long most = Long.MAX_VALUE;
  private Runnable beyond = () -> {};
  private Runnable sourceTurn = () -> {};
  private Runnable targetTurn = () -> {};
  private boolean waiting;
  private boolean stopped;

  /** Makes a pump; nothing moves before {@link #start}. */
  public BodyPump(
      ReadStream<Buffer> from, ReadValve valve, WriteStream<Buffer> to, Deadline deadline) {
    this.from = from;
    this.to = to;
    this.valve = valve;
    this.deadline = deadline;
  }

  /** Names what happens when one side waits for the other from now on. */
  public void turns(Runnable sourcesTurn, Runnable targetsTurn) {
    sourceTurn = sourcesTurn;
    targetTurn = targetsTurn;
  }

  /** Names what happens instead when more bytes come than this. */
  public void limit(long mostBytes, Runnable whenBeyond) {
    most = mostBytes;
    beyond = whenBeyond;
  }

  /** Begins; afterwards the source's end handler says when all of it has been read. */
  public void start() {
    from.handler(this::move);
  }

  /** Stops for good; what still comes is dropped. */
  public void stop() {
    stopped = true;
    if (waiting) {
      valve.open(); // what is left must be read away, or its end be seen
    }
  }

  private void move(Buffer part) {
    if (stopped) {
      return;
    }
    int length = part.length();
    boolean first = bytes == 0;
    bytes += length;
    if (bytes > most) {
      beyond.run();
      return;
    }
    if (first) {
      sourceTurn.run(); // it no longer waits to be asked
    }
    unsent += length;
    deadline.touch();
    last = to.write(part);
    last.onComplete(taken -> taken(length));
    if (unsent > MOST_UNSENT && !waiting) {
      waiting = true;
      valve.shut();
      from.pause();
      targetTurn.run();
    }
  }

  private void taken(int length) {
    unsent -= length;
    if (waiting && !stopped) {
      deadline.touch();
      if (unsent <= FEW_UNSENT) {
        waiting = false;
        sourceTurn.run();
        from.resume();
        if (!waiting) { // what was kept back may fill the target again: then nothing more is read
          valve.open();
        }
      }
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

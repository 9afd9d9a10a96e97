package io.clockwise.proxy.exchange.tunnel;

import io.clockwise.proxy.exchange.stream.Deadline;
import io.clockwise.telemetry.accesslog.EndedBy;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client and a backend that speak WebSocket with each other, until one of them ends it. */
public final class Tunnel {
  /*
   * Bytes go from one side to the other as they are; a finished direction is finished on the other
   * side, a broken side breaks the other one. When Clockwise ends it, each side is told so by a
   * Close where a frame has ended, what it still sends is dropped, and its own Close is waited for.
   */

  /** How long a frame may take to end, and then a Close to be answered. */
  private static final long GRACE_MILLIS = 3_000;

  private final TunnelEnd client;
  private final TunnelEnd backend;
  private final TunnelFlow up;
  private final TunnelFlow down;
  private final Deadline deadline;
  private @Nullable Consumer<EndedBy> whenOver;
  private boolean leaving;
  private boolean over;

  /**
   * Joins two sides; nothing moves before {@link #begin}.
   *
   * @param deadline that is set for nothing else
   */
  public Tunnel(TunnelEnd client, TunnelEnd backend, Deadline deadline) {
    this.client = client;
    this.backend = backend;
    this.up = new TunnelFlow(this, client, backend, true);
    this.down = new TunnelFlow(this, backend, client, false);
    this.deadline = deadline;
  }

  /**
   * Begins.
   *
   * @param idle longest pause
   * @param ended called once, with who ended it
   */
  public void begin(Duration idle, Consumer<EndedBy> ended) {
    whenOver = ended;
    deadline.arm(idle.toMillis(), () -> close(CloseReason.IDLE));
    backend.begin(down);
    if (!over) {
      client.begin(up);
    }
  }

  /** Ends it: both sides are told why, and have a moment to say goodbye. */
  public void close(CloseReason reason) {
    if (over || leaving) {
      return;
    }
    leaving = true;
    deadline.arm(GRACE_MILLIS, this::graceOver);
    down.sayClose(reason);
    up.sayClose(reason);
    look();
  }

  private void graceOver() {
    end(EndedBy.CLOCKWISE, up.isStuck() || down.isStuck());
  }

  /** Ends it at once: the client is gone. */
  public void cut() {
    end(EndedBy.CLIENT, true);
  }

  void moved() {
    if (!leaving) {
      deadline.touch();
    }
  }

  /** Goes on with what is written to the side that takes more again. */
  void writable(TunnelFlow fromThatSide) {
    (fromThatSide == up ? down : up).resume();
  }

  void broken(boolean byClient) {
    boolean expected = up.hasEnded() && down.hasEnded();
    end(
        leaving
            ? EndedBy.CLOCKWISE
            : expected ? EndedBy.COMPLETE : byClient ? EndedBy.CLIENT : EndedBy.BACKEND,
        !expected);
  }

  /** Looks whether both sides have said all. */
  void look() {
    if (over) {
      return;
    }
    if (up.isFinished() && down.isFinished()) {
      end(leaving ? EndedBy.CLOCKWISE : EndedBy.COMPLETE, false);
    } else if (leaving && up.hasEnded() && down.hasEnded()) {
      end(EndedBy.CLOCKWISE, false);
    }
  }

  private void end(EndedBy by, boolean missing) {
    if (over) {
      return;
    }
    over = true;
    deadline.cancel();
    if (missing) {
      client.cut();
      backend.cut();
    } else {
      client.close();
      backend.close();
    }
    Consumer<EndedBy> told = whenOver;
    whenOver = null;
    if (told != null) {
      told.accept(by);
    }
  }

  boolean isOver() {
    return over;
  }

  /** Returns the bytes that went from the client to the backend. */
  public long bytesUp() {
    return up.bytes();
  }

  /** Returns the bytes that went from the backend to the client. */
  public long bytesDown() {
    return down.bytes();
  }
}

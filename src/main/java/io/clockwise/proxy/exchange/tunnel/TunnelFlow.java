package io.clockwise.proxy.exchange.tunnel;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** One direction of a tunnel. */
final class TunnelFlow implements TunnelEnd.Events {
  private final Tunnel tunnel;
  private final TunnelEnd from;
  private final TunnelEnd to;
  private final boolean towardsBackend;
  private final FrameTrack frames = new FrameTrack();
  private long bytes;
  private @Nullable CloseReason waiting;
  private boolean closeSaid;
  private boolean finished;

  TunnelFlow(Tunnel tunnel, TunnelEnd from, TunnelEnd to, boolean towardsBackend) {
    this.tunnel = tunnel;
    this.from = from;
    this.to = to;
    this.towardsBackend = towardsBackend;
  }

  @Override
  public void bytes(ByteBuf part) {
    tunnel.moved();
    if (tunnel.isOver() || closeSaid) {
      frames.advance(part, part.readerIndex(), false);
      part.release();
      return;
    }
    bytes += part.readableBytes();
    int end = frames.advance(part, part.readerIndex(), waiting != null);
    if (frames.closeBegan()) {
      waiting = null; // the source has said it
    }
    if (waiting != null && frames.isBetweenFrames()) {
      int behind = end - part.readerIndex();
      to.write(part.readRetainedSlice(behind));
      say(waiting);
      frames.advance(part, part.readerIndex(), false);
      part.release();
    } else {
      to.write(part);
    }
    if (!to.isWritable()) {
      to.flush();
      from.read(to.isWritable());
    }
  }

  @Override
  public void pause() {
    if (!tunnel.isOver()) {
      to.flush();
    }
    tunnel.look();
  }

  /** Goes on: what it is written to takes more again. */
  void resume() {
    if (!tunnel.isOver()) {
      tunnel.moved();
      from.read(true);
    }
  }

  @Override
  public void writable() {
    tunnel.writable(this);
  }

  @Override
  public void finished() {
    if (!finished) {
      finished = true;
      if (!tunnel.isOver()) {
        to.finish();
      }
      tunnel.look();
    }
  }

  @Override
  public void broken() {
    tunnel.broken(towardsBackend);
  }

  /** Puts a Close between the frames, now or when the present frame has ended. */
  void sayClose(CloseReason reason) {
    if (finished || closeSaid || frames.closeBegan()) {
      return; // it is said, or nobody can hear it
    }
    if (frames.isBetweenFrames()) {
      say(reason);
      to.flush();
    } else {
      waiting = reason;
    }
  }

  private void say(CloseReason reason) {
    waiting = null;
    closeSaid = true;
    to.write(reason.frame(towardsBackend));
    from.read(true); // to hear its Close, which goes nowhere any more
  }

  /** Tells whether its source has nothing more to say. */
  boolean hasEnded() {
    return finished || frames.isClosed();
  }

  boolean isFinished() {
    return finished;
  }

  /** Tells whether a frame is still in the way of a Close. */
  boolean isStuck() {
    return waiting != null;
  }

  long bytes() {
    return bytes;
  }
}

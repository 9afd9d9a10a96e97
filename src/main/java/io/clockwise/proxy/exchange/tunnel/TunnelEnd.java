package io.clockwise.proxy.exchange.tunnel;

import io.netty.buffer.ByteBuf;

/** One side of a tunnel: a stream of bytes in each direction. For one event loop. */
public interface TunnelEnd {
  /** What a side tells; from {@link #begin} on. */
  interface Events {
    /** Brings bytes, which the receiver has to release. */
    void bytes(ByteBuf bytes);

    /** Says that the last bytes have come that were there to be read at once. */
    void pause();

    /** Says that more can be written again. */
    void writable();

    /** Says that nothing more comes: the other side has finished its direction. */
    void finished();

    /** Says that nothing goes in either direction any more. */
    void broken();
  }

  /** Begins to tell what comes. */
  void begin(Events events);

  /** Writes bytes and releases them; {@link #flush} sends them. */
  void write(ByteBuf bytes);

  /** Sends what was written. */
  void flush();

  /** Tells whether more should be written now. */
  boolean isWritable();

  /** Says whether what comes is to be read. */
  void read(boolean on);

  /** Finishes the outgoing direction, behind what was written. */
  void finish();

  /** Ends both directions, behind what was written. */
  void close();

  /** Ends both directions so that the other side sees that something is missing. */
  void cut();
}

package io.clockwise.proxy.exchange.tunnel;

import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;

/**
 * A side of a tunnel that is a stream of an HTTP/2 connection (RFC 8441 section 5): the end of the
 * stream finishes a direction, a reset breaks both.
 */
public final class StreamEnd implements TunnelEnd {
  private static final long CANCEL = 8;

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private boolean inputOver;
  private boolean finished;

  /** Takes a request that is paused, and an answer whose head is written. */
  public StreamEnd(HttpServerRequest request, HttpServerResponse response) {
    this.request = request;
    this.response = response;
  }

  @Override
  public void begin(Events receiver) {
    request.handler(
        bytes -> {
          receiver.bytes(((BufferInternal) bytes).getByteBuf());
          receiver.pause();
        });
    request.endHandler(
        ended -> {
          inputOver = true;
          receiver.finished();
        });
    response.drainHandler(drained -> receiver.writable());
    request.resume();
  }

  @Override
  public void write(ByteBuf bytes) {
    byte[] copy = new byte[bytes.readableBytes()];
    bytes.readBytes(copy).release();
    response.write(Buffer.buffer(copy));
  }

  @Override
  public void flush() {
    // what is written is sent at the end of the present read
  }

  @Override
  public boolean isWritable() {
    return !response.writeQueueFull();
  }

  @Override
  public void read(boolean on) {
    if (inputOver) {
      return;
    }
    if (on) {
      request.resume();
    } else {
      request.pause();
    }
  }

  @Override
  public void finish() {
    if (!finished) {
      finished = true;
      response.end();
    }
  }

  @Override
  public void close() {
    finish();
    if (!inputOver) {
      response.reset(CANCEL);
    }
  }

  @Override
  public void cut() {
    response.reset(CANCEL);
  }
}

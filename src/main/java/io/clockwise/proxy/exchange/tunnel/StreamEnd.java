package io.clockwise.proxy.exchange.tunnel;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;

/**
 * A side of a tunnel that is a stream of an HTTP/2 connection (RFC 8441 section 5): the end of the
 * stream finishes a direction, a reset breaks both.
 */
public final class StreamEnd implements TunnelEnd {
  private final ReadStream<Buffer> in;
  private final WriteStream<Buffer> out;
  private final Runnable reset;
  private final boolean tellsBreak;
  private boolean inputOver;
  private boolean finished;

  private StreamEnd(
      ReadStream<Buffer> in, WriteStream<Buffer> out, Runnable reset, boolean tellsBreak) {
    this.in = in;
    this.out = out;
    this.reset = reset;
    this.tellsBreak = tellsBreak;
  }

  /**
   * Takes a client's request that is paused, and an answer whose head is written. Whoever served
   * the request so far is told when the stream breaks.
   */
  public static StreamEnd ofClient(HttpServerRequest request, HttpServerResponse response) {
    return new StreamEnd(request, response, () -> response.reset(Http2Error.CANCEL.code()), false);
  }

  /**
   * Takes a backend's answer whose head has just come.
   *
   * @param reset resets the stream
   */
  public static StreamEnd ofBackend(HttpClientResponse answer, Runnable reset) {
    HttpClientRequest request = answer.request();
    return new StreamEnd(answer, request, reset, true);
  }

  @Override
  public void begin(Events receiver) {
    if (tellsBreak) {
      in.exceptionHandler(broken -> receiver.broken());
      out.exceptionHandler(broken -> receiver.broken());
    }
    in.handler(
        bytes -> {
          receiver.bytes(((BufferInternal) bytes).getByteBuf());
          receiver.pause();
        });
    in.endHandler(
        ended -> {
          inputOver = true;
          receiver.finished();
        });
    out.drainHandler(drained -> receiver.writable());
    in.resume();
  }

  @Override
  public void write(ByteBuf bytes) {
    byte[] copy = new byte[bytes.readableBytes()];
    bytes.readBytes(copy).release();
    out.write(Buffer.buffer(copy));
  }

  @Override
  public void flush() {
    // what is written is sent at the end of the present read
  }

  @Override
  public boolean isWritable() {
    return !out.writeQueueFull();
  }

  @Override
  public void read(boolean on) {
    if (inputOver) {
      return;
    }
    if (on) {
      in.resume();
    } else {
      in.pause();
    }
  }

  @Override
  public void finish() {
    if (!finished) {
      finished = true;
      out.end();
    }
  }

  @Override
  public void close() {
    finish();
    if (!inputOver) {
      reset.run();
    }
  }

  @Override
  public void cut() {
    reset.run();
  }
}

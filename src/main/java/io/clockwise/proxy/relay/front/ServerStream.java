package io.clockwise.proxy.relay.front;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.GoAway;
import io.vertx.core.http.StreamPriority;
import io.vertx.core.http.impl.headers.HttpHeaders;
import io.vertx.core.http.impl.http2.Http2Stream;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.HostAndPort;
import org.jspecify.annotations.Nullable;

/** A stream as the HTTP server finds it, of which it knows the end alone. */
abstract class ServerStream implements Http2Stream {
  /**
   * Says that the stream is over, whoever has ended it; may come more than once.
   *
   * @param broken whether the client has broken a rule
   */
  abstract void ended(boolean broken);

  /** Says that both directions have ended, or the connection has. */
  abstract void closed();

  private final ContextInternal context;
  private final int id;

  ServerStream(ContextInternal context, int id) {
    this.context = context;
    this.id = id;
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public String scheme() {
    return "";
  }

  @Override
  public @Nullable HostAndPort authority() {
    return null;
  }

  @Override
  public ContextInternal context() {
    return context;
  }

  @Override
  public void onReset(long code) {
    ended(false);
  }

  @Override
  public void onClose(GoAway goAway) {
    closed();
  }

  @Override
  public void onException(Throwable cause) {
    ended(true);
  }

  @Override
  public boolean isHeadersReceived() {
    return true;
  }

  @Override
  public void init(int id, boolean writable) {
    // it has begun
  }

  @Override
  public void priority(StreamPriority priority) {
    // all are served at once
  }

  @Override
  public void onPriorityChange(StreamPriority priority) {
    // all are served at once
  }

  @Override
  public void onHeaders(HttpHeaders headers) {
    // frames come another way
  }

  @Override
  public void onData(Buffer data) {
    // frames come another way
  }

  @Override
  public void onCustomFrame(int type, int flags, Buffer payload) {
    // of no meaning (RFC 9113 section 5.5)
  }

  @Override
  public void onTrailers() {
    // frames come another way
  }

  @Override
  public void onTrailers(HttpHeaders trailers) {
    // frames come another way
  }
}

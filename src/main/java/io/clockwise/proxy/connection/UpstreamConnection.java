package io.clockwise.proxy.connection;

import io.clockwise.proxy.policy.ProxyFailure;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.RequestOptions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The room for one exchange on a connection to a backend: all of it, or one stream of HTTP/2. */
public final class UpstreamConnection {
  private final BackendConnections owner;
  private final Line line;
  private final @Nullable BackendGate gate;
  private @Nullable HttpClientRequest request;
  private final boolean servedBefore;
  private boolean tunnel;
  private boolean over;

  UpstreamConnection(BackendConnections owner, Line line) {
    this.owner = owner;
    this.line = line;
    this.gate = BackendGate.of(line.connection());
    this.servedBefore = line.requests() > 0;
    line.begin();
  }

  /** Begins a request, the only one; completes at once. */
  public Future<HttpClientRequest> request(RequestOptions options) {
    line.countRequest();
    return line.connection()
        .request(options)
        .onSuccess(
            made -> {
              request = made;
              if (over) {
                reset(made);
              }
            });
  }

  /** Gives the exchange to one that uses the connection on its bytes; null: it speaks HTTP/2. */
  public @Nullable RawConnection raw() {
    if (over || line.isShared()) {
      return null;
    }
    over = true;
    return RawConnection.of(owner, line);
  }

  /** Tells whether a request before the present one was sent on it. */
  public boolean servedBefore() {
    return servedBefore;
  }

  /** Returns the connection's number, which no other connection to a backend has. */
  public long number() {
    return line.number();
  }

  /** Tells whether neither side has closed it. */
  public boolean isOpen() {
    return !over && line.isOpen();
  }

  /** Returns what an exception of the request or its answer means. */
  public ProxyFailure fault(Throwable cause) {
    HttpClientRequest sent = request;
    if (line.isShared() && sent != null && !(cause instanceof ProxyFailure)) {
      long stream = sent.streamId();
      boolean leftOut = cause instanceof HttpClosedException && line.hasLeftOut(stream);
      if (stream <= 0 || leftOut) { // no stream: not a byte of it was sent
        return UpstreamFault.refused();
      }
    }
    return UpstreamFault.ofExchange(cause);
  }

  /** Tells whether a WebSocket can be asked for: by an upgrade, or by an extended CONNECT. */
  public boolean takesWebSocket() {
    BackendStreams streams = line.streams();
    return streams == null || streams.takesConnect();
  }

  /** Writes the head of a request over HTTP/2 as an extended CONNECT; false: it is none. */
  public boolean connect(Runnable head) {
    BackendStreams streams = line.streams();
    return streams != null && streams.connect(head);
  }

  /** Names what is told before the answer; to be called when the request's head is written. */
  public void watch(BackendGate.Watch watch) {
    BackendStreams streams = line.streams();
    if (gate != null) {
      gate.watch(watch);
    } else if (streams != null && request != null) {
      streams.watch(request.streamId(), watch);
    }
  }

  /**
   * Says that the exchange has become a tunnel: it counts as such from now on, not as a request.
   *
   * @return false when the backend has as many as it may have
   */
  public boolean becomeTunnel() {
    if (!tunnel) {
      tunnel = isOpen() && owner.takesTunnel(line);
    }
    return tunnel;
  }

  /**
   * Ends the request's body.
   *
   * @param written completes when all of it has been written
   * @param trailers behind it; may be empty
   */
  public Future<Void> end(Future<Void> written, MultiMap trailers) {
    HttpClientRequest sent = Objects.requireNonNull(request, "nothing was begun");
    if (trailers.isEmpty()) {
      return sent.end();
    }
    if (gate != null) {
      gate.trailers(trailers);
      return sent.end();
    }
    return written.compose(
        all -> BackendStreams.end(line.connection(), (int) sent.streamId(), trailers));
  }

  /** Returns what stands before its socket; null when it does not speak HTTP/1. */
  public @Nullable BackendGate gate() {
    return gate;
  }

  /** Gives it back after a whole exchange, to be used again. */
  public void release() {
    if (over) {
      return;
    }
    if (tunnel && !line.isShared()) {
      close(); // it speaks no HTTP any more
      return;
    }
    if (gate != null) {
      if (gate.isSpoilt()) {
        close();
        return;
      }
      gate.watch(null);
    }
    over = true;
    owner.ended(line, tunnel);
  }

  /** Says that the tunnel on it is over; a connection of its own ends with it. */
  public void tunnelOver() {
    if (line.isShared()) {
      release();
    }
  }

  /**
   * Ends it: the exchange on it is not whole, or nobody needs it. Other streams of the connection
   * go on.
   */
  public void close() {
    if (over) {
      return;
    }
    over = true;
    if (!line.isShared()) {
      line.close();
      return;
    }
    HttpClientRequest sent = request;
    if (sent != null) {
      reset(sent);
    }
    owner.ended(line, tunnel);
  }

  private void reset(HttpClientRequest sent) {
    if (sent.streamId() <= 0) {
      line.drain(); // Vert.x keeps the place of a stream that never began
    }
    line.countReset();
    sent.reset(Http2Error.CANCEL.code());
  }
}

package io.clockwise.proxy.connection;

import io.clockwise.proxy.connection.wire.Agents;
import io.clockwise.proxy.connection.wire.Source;
import io.clockwise.telemetry.UpstreamMeters;
import io.clockwise.telemetry.UpstreamMeters.State;
import io.vertx.core.http.GoAway;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection to a backend with what is on it: one exchange, or with HTTP/2 several. */
final class Line {
  /* A backend that guards itself against rapid resets cuts the whole connection, other clients'
  requests included. Netty does at 200 in 30 s. */
  private static final int MOST_RESETS = 100;

  private final HttpClientConnection connection;
  private final SocketAddress address;
  private final @Nullable Source client;
  private final UpstreamMeters meters;
  private final Consumer<Line> ended;
  private final @Nullable BackendStreams streams;
  private final long number;
  private boolean open = true;
  private boolean draining;
  private int exchanges;
  private int tunnels;
  private int requests;
  private int resets;
  private long idleSinceNanos;
  private State state = State.IDLE;
  private @Nullable GoAway last;
  private @Nullable RawConnection raw;

  /**
   * Takes over a new connection.
   *
   * @param ended hears once that it is closed
   */
  Line(Dial.Found found, @Nullable Source client, UpstreamMeters meters, Consumer<Line> ended) {
    this.connection = found.connection();
    this.address = found.address();
    this.client = client;
    this.meters = meters;
    this.ended = ended;
    boolean shared = connection.protocolVersion() == HttpVersion.HTTP_2;
    this.number = meters.opened();
    // Its close follows, but in a later turn of the loop: it must not be handed on before that.
    connection.exceptionHandler(failure -> close());
    connection.closeHandler(closed -> closed());
    this.streams = shared ? BackendStreams.install(connection) : null;
    if (shared) {
      connection.goAwayHandler(this::leaves);
    }
  }

  private void leaves(GoAway goAway) {
    if (goAway.getDebugData() instanceof BufferInternal text) {
      text.getByteBuf().release(); // a copy for this handler, which nobody else lets go of
      goAway.setDebugData(null);
    }
    last = goAway;
    drain();
  }

  /** Says that nothing new may begin on it. */
  void drain() {
    draining = true;
    closeIfUnused();
  }

  /** Counts a stream that was reset: after many of them nothing new begins. */
  void countReset() {
    resets++;
    if (resets >= MOST_RESETS) {
      drain();
    }
  }

  /** Closes it when it drains and nothing is left on it. */
  void closeIfUnused() {
    if (draining && isUnused()) {
      close();
    }
  }

  HttpClientConnection connection() {
    return connection;
  }

  /** Returns its number, which no other connection to a backend has. */
  long number() {
    return number;
  }

  /** Tells whether it carries several exchanges at once. */
  boolean isShared() {
    return streams != null;
  }

  /** Returns what stands before its streams; null when it carries one exchange at a time. */
  @Nullable BackendStreams streams() {
    return streams;
  }

  /** Tells whether it is for requests of this client. */
  boolean isOf(@Nullable Source whose) {
    return client == null ? whose == null : client.equals(whose);
  }

  /** Returns the other end. */
  SocketAddress address() {
    return address;
  }

  boolean isOpen() {
    return open;
  }

  /** Tells whether one more exchange may begin on it. */
  boolean hasRoom() {
    return open && !draining && exchanges + tunnels < room();
  }

  /** Returns how many exchanges it carries at most. */
  int room() {
    return isShared() ? (int) Math.min(Agents.STREAMS, connection.maxActiveStreams()) : 1;
  }

  boolean isUnused() {
    return exchanges + tunnels == 0;
  }

  int exchanges() {
    return exchanges;
  }

  int tunnels() {
    return tunnels;
  }

  void begin() {
    exchanges++;
    show();
  }

  void end(boolean tunnel) {
    if (tunnel) {
      tunnels--;
    } else {
      exchanges--;
    }
    show();
  }

  void becomeTunnel() {
    exchanges--;
    tunnels++;
    show();
  }

  private void show() {
    State now = tunnels > 0 ? State.TUNNEL : exchanges > 0 ? State.ACTIVE : State.IDLE;
    if (open && now != state) {
      meters.moved(state, now);
      state = now;
    }
  }

  /** Returns what uses it on its bytes; null: nothing did so far. */
  @Nullable RawConnection raw() {
    return raw;
  }

  void raw(RawConnection user) {
    raw = user;
  }

  /** Counts a request that is sent on it. */
  void countRequest() {
    requests++;
  }

  int requests() {
    return requests;
  }

  long idleSinceNanos() {
    return idleSinceNanos;
  }

  void idleSince(long nanos) {
    idleSinceNanos = nanos;
  }

  /**
   * Tells whether the backend has said that it did not, and will not, process a request: it leaves,
   * and closed the stream alone or named a stream before it as its last (RFC 9113 section 6.8).
   */
  boolean hasLeftOut(long stream) {
    GoAway goAway = last;
    return goAway != null && (stream > goAway.getLastStreamId() || isActive());
  }

  private boolean isActive() {
    return connection instanceof UnpooledHttpClientConnection plain
        && plain.unwrap() instanceof ConnectionBase base
        && base.channel().isActive();
  }

  void close() {
    if (open) {
      connection.close();
      closed();
    }
  }

  private void closed() {
    if (open) {
      open = false;
      meters.closed(state);
      ended.accept(this);
    }
  }
}

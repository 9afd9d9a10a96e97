package io.clockwise.proxy.gate;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What stands between a client's socket and the HTTP server, as a request sees it: who is at the
 * other end, and the clocks of the connection. Used on the connection's event loop only.
 */
public abstract class ClientGate {
  private static final AttributeKey<ClientGate> KEY = AttributeKey.valueOf("clockwise.gate");

  ClientGate() {}

  /** Returns the gate of a connection. */
  public static ClientGate of(HttpConnection connection) {
    return Objects.requireNonNull(
        channelOf(connection).attr(KEY).get(), "no gate stands before the connection");
  }

  static Channel channelOf(HttpConnection connection) {
    return ((ConnectionBase) connection).channel();
  }

  final void standBefore(Channel channel) {
    channel.attr(KEY).set(this);
  }

  /** Returns the address of the other end, 4 or 16 bytes; not to be changed. */
  public abstract byte[] peer();

  /** Returns the text of that address. */
  public abstract String peerText();

  /** Returns the port on which the connection was accepted. */
  public abstract int localPort();

  /** Returns what the TLS handshake told; null on a connection without TLS. */
  public abstract @Nullable TlsFacts tls();

  /** Returns the scheme that the client used: {@code http} or {@code https}. */
  public final String scheme() {
    return tls() == null ? "http" : "https";
  }

  /** Tells whether the connection speaks HTTP/2: many requests at once. */
  public abstract boolean isHttp2();

  /** Lets no later request pass; those that have passed go on. */
  public abstract void seal();

  /** Counts a request that runs. */
  public abstract void requestBegun();

  /** Counts the end of a request. */
  public abstract void requestOver();

  /** Ends the connection so that the client cannot take it for a regular end. */
  public abstract void reset();
}

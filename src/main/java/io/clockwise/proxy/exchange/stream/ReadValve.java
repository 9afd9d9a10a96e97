package io.clockwise.proxy.exchange.stream;

import io.netty.channel.Channel;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import io.vertx.core.net.impl.ConnectionBase;
import org.jspecify.annotations.Nullable;

/**
 * Stops reading from the socket of an HTTP/1.1 connection at once. A paused stream alone lets many
 * reads pile up first. Of an HTTP/2 connection only its flow control may hold one stream back.
 */
public final class ReadValve {
  private final @Nullable Channel channel;

  private ReadValve(@Nullable Channel channel) {
    this.channel = channel;
  }

  /** Returns the valve of a connection that speaks this version. */
  public static ReadValve of(HttpConnection connection, HttpVersion version) {
    boolean whole = version == HttpVersion.HTTP_1_0 || version == HttpVersion.HTTP_1_1;
    return new ReadValve(whole ? channelOf(connection) : null);
  }

  private static @Nullable Channel channelOf(HttpConnection connection) {
    Object own =
        connection instanceof UnpooledHttpClientConnection wrapper ? wrapper.unwrap() : connection;
    return own instanceof ConnectionBase base ? base.channel() : null;
  }

  void shut() {
    if (channel != null) {
      channel.config().setAutoRead(false);
    }
  }

  void open() {
    if (channel != null) {
      channel.config().setAutoRead(true);
    }
  }
}

package io.clockwise.proxy.relay.front;

import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Stream;
import io.vertx.core.http.HttpConnection;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * What the HTTP server has for each stream of an HTTP/2 connection, of its own: it must find
 * something for those that are relayed, too.
 */
final class ServerStreams {
  /*
   * The key of that property is not public. The server asks every open stream for it when a
   * connection breaks, and tells what it finds of the end of a stream and of its window.
   */
  static final String KEY = "streamKey";

  private ServerStreams() {}

  /** Returns the key of a connection; null: this server has none, and nothing can be relayed. */
  static Http2Connection.@Nullable PropertyKey keyOf(HttpConnection connection) {
    for (Class<?> each = connection.getClass(); each != null; each = each.getSuperclass()) {
      try {
        Field field = each.getDeclaredField(KEY);
        field.setAccessible(true);
        return field.get(connection) instanceof Http2Connection.PropertyKey key ? key : null;
      } catch (NoSuchFieldException elsewhere) {
        // perhaps in a class above
      } catch (ReflectiveOperationException | RuntimeException closed) {
        return null;
      }
    }
    return null;
  }

  /** Lets the server find a relayed stream. */
  static void put(
      Http2Stream stream,
      Http2Connection.PropertyKey key,
      io.vertx.core.http.impl.http2.Http2Stream relayed) {
    stream.setProperty(key, relayed);
  }
}

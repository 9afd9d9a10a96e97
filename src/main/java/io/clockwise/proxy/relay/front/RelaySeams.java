package io.clockwise.proxy.relay.front;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2Connection;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the relay needs of Vert.x beyond its public interface: one place that knows it, and tells
 * whether it is there.
 */
public final class RelaySeams {
  /** The version that the relay was made for, and is tested with. */
  static final String VERTX = "5.1.6";

  private static final String VERSION = "META-INF/vertx/vertx-version.txt";
  private static final String HTTP1 = "io.vertx.core.http.impl.http1.Http1ServerConnection";
  private static final String HTTP2 = "io.vertx.core.http.impl.http2.codec.Http2ConnectionImpl";
  private static final String HANDLER = "io.vertx.core.net.impl.VertxHandler";
  private static final List<String> HANDLERS = List.of("httpDecoder", "httpEncoder", "handler");

  private RelaySeams() {}

  /** Returns why the relay cannot stand on the Vert.x that is here; null: it can. */
  public static @Nullable String missing() {
    return missing(RelaySeams.class.getClassLoader());
  }

  static @Nullable String missing(ClassLoader loader) {
    String version = version(loader);
    if (!version.equals(VERTX)) {
      return "it was made for Vert.x " + VERTX + ", this is " + version;
    }
    try {
      Class.forName(HTTP1, false, loader);
      Class.forName(HANDLER, false, loader);
      Field key = Class.forName(HTTP2, false, loader).getDeclaredField(ServerStreams.KEY);
      return key.getType() == Http2Connection.PropertyKey.class ? null : "streams have another key";
    } catch (ReflectiveOperationException absent) {
      return "Vert.x lacks " + absent.getMessage();
    }
  }

  private static String version(ClassLoader loader) {
    try (InputStream text = loader.getResourceAsStream(VERSION)) {
      return text == null
          ? "of no known version"
          : new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException unreadable) {
      return "of no known version";
    }
  }

  /** Tells whether an HTTP/1 connection has the handlers among which the relay stands. */
  static boolean fits(ChannelPipeline pipeline) {
    List<String> names = pipeline.names();
    int at = -1;
    for (String wanted : HANDLERS) {
      int found = names.indexOf(wanted);
      if (found <= at) {
        return false;
      }
      at = found;
    }
    return pipeline.get("handler").getClass().getName().equals(HANDLER);
  }
}

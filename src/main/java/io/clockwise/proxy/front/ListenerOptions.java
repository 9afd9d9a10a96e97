package io.clockwise.proxy.front;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.proxy.front.door.Door;
import io.clockwise.proxy.front.door.DoorTransport;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.Http2ServerConfig;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerConfig;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.WebSocketServerConfig;
import java.util.EnumSet;
import java.util.Set;

/** How a listener's HTTP server is set up. */
final class ListenerOptions {
  private static final int STREAMS = 100;

  /** RFC 8441 section 3: an extended CONNECT is understood. */
  private static final int CONNECT_PROTOCOL = 8;

  private ListenerOptions() {}

  /* No idle timeout: it would cut answers that take long; the gate has its own clock. */
  static HttpServerConfig of(Listener.Key key, Listener.Heads heads, Door door) {
    Set<HttpVersion> versions = EnumSet.noneOf(HttpVersion.class);
    for (ListenerProtocol protocol : key.protocols()) {
      if (protocol == ListenerProtocol.H1) {
        versions.add(HttpVersion.HTTP_1_0);
        versions.add(HttpVersion.HTTP_1_1);
      } else {
        versions.add(HttpVersion.HTTP_2);
      }
    }
    HttpServerConfig config =
        new HttpServerConfig()
            .setVersions(versions)
            .setHandle100ContinueAutomatically(false)
            .setHttp1Config(
                new Http1ServerConfig()
                    .setMaxInitialLineLength(heads.requestLine())
                    .setMaxHeaderSize(heads.headers())
                    .setMaxChunkSize(DoorTransport.LARGEST_READ_BYTES)) // one read, one part
            .setHttp2Config(
                new Http2ServerConfig()
                    .setRstFloodMaxRstFramePerWindow(0) // the gate counts them
                    .setInitialSettings(
                        new Http2Settings()
                            .set(CONNECT_PROTOCOL, 1)
                            .setMaxConcurrentStreams(STREAMS)
                            .setMaxHeaderListSize(heads.headers())))
            .setWebSocketConfig(
                new WebSocketServerConfig()
                    .setUsePerFrameCompression(false)
                    .setUsePerMessageCompression(false));
    DoorTransport.put(door, config);
    return config;
  }
}

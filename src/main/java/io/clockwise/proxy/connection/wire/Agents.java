package io.clockwise.proxy.connection.wire;

import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.config.ConnectionsConfig.ProxyProtocol;
import io.clockwise.config.PemFile;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.BackendAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What makes the connections to the backends of one pool, on one event loop. */
public final class Agents {
  /** The requests that one HTTP/2 connection carries at most. */
  public static final int STREAMS = 100;

  /** The longest first line of an answer. */
  public static final int LONGEST_LINE_BYTES = 16 * 1024;

  /** The longest fields of an answer. */
  public static final int LONGEST_HEAD_BYTES = 64 * 1024;

  static final int LARGEST_PART_BYTES = 64 * 1024; // a read is less: each is one part
  private static final int STREAM_WINDOW_BYTES = 64 * 1024;
  private static final int ONE_HOUR_MILLIS = 3_600_000;

  private final Vertx vertx;
  private final ConnectionsConfig connections;
  private final TimeoutsConfig timeouts;
  private final @Nullable BackendTlsConfig tls;
  private @Nullable HttpClientAgent named;
  private @Nullable HttpClientAgent nameless;
  private @Nullable Agents byHttp1;

  /** Makes none yet. */
  public Agents(
      Vertx vertx,
      ConnectionsConfig connections,
      TimeoutsConfig timeouts,
      @Nullable BackendTlsConfig tls) {
    this.vertx = vertx;
    this.connections = connections;
    this.timeouts = timeouts;
    this.tls = tls;
  }

  /** Returns what makes the same connections, but speaks HTTP/1 on each. */
  public Agents byHttp1() {
    if (!mayMultiplex()) {
      return this;
    }
    if (byHttp1 == null) {
      byHttp1 = new Agents(vertx, connections.withProtocol(Protocol.H1), timeouts, tls);
    }
    return byHttp1;
  }

  /** Tells whether a connection may come to carry several requests at once. */
  public boolean mayMultiplex() {
    return connections.protocol() == Protocol.H2
        || connections.protocol() == Protocol.AUTO && tls != null;
  }

  /** Tells whether a connection is one client's. */
  public boolean tellsClients() {
    return connections.proxyProtocol() != ProxyProtocol.OFF;
  }

  /** Returns how long it may take until a connection is there. */
  public long connectMillis() {
    return timeouts.connect().toMillis();
  }

  /**
   * Connects.
   *
   * @param address of the backend, for its name
   * @param to one of the addresses behind it
   * @param client whose address the backend is told, where it is told one
   */
  public Future<HttpClientConnection> connect(
      BackendAddress address, SocketAddress to, @Nullable Source client) {
    boolean fixed = tls != null && !tls.isAutoName();
    String host = address.isUnix() ? "localhost" : address.host();
    host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    SocketAddress server =
        tellsClients()
            ? new HeadedAddress(to, new ProxyHeader(connections.proxyProtocol(), client))
            : to;
    return agent(fixed || address.isName())
        .connect(
            new HttpConnectOptions()
                .setServer(server)
                .setHost(fixed && tls != null ? tls.serverName() : host)
                .setPort(address.isUnix() ? 80 : address.port()))
        .onSuccess(Agents::widen);
  }

  /* A stream that its client does not read keeps its own window, and must not take the others'. */
  private static void widen(HttpClientConnection connection) {
    if (connection.protocolVersion() == HttpVersion.HTTP_2) {
      connection.setWindowSize(STREAMS * STREAM_WINDOW_BYTES);
    }
  }

  /* Whether a name is asked for in TLS is a setting of the whole agent, and so there are two. */
  private HttpClientAgent agent(boolean name) {
    HttpClientAgent found = name ? named : nameless;
    if (found == null) {
      found = vertx.createHttpClient(options(name), pool());
      if (name) {
        named = found;
      } else {
        nameless = found;
      }
    }
    return found;
  }

  private static PoolOptions pool() {
    return new PoolOptions().setCleanerPeriod(ONE_HOUR_MILLIS); // its own pool stays empty
  }

  private HttpClientOptions options(boolean name) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setConnectTimeout((int) connectMillis())
            .setKeepAlive(true)
            .setKeepAliveTimeout(0) // idle connections are closed by their owner, to the ms
            .setPipelining(false)
            .setDecompressionSupported(false)
            .setMaxInitialLineLength(LONGEST_LINE_BYTES)
            .setMaxHeaderSize(LONGEST_HEAD_BYTES)
            .setMaxChunkSize(LARGEST_PART_BYTES);
    boolean two = mayMultiplex();
    options.setProtocolVersion(two ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1);
    if (two) {
      http2(options);
    }
    BackendTlsConfig secure = tls;
    if (secure != null) {
      tls(options, secure, name);
    }
    return options;
  }

  private static void http2(HttpClientOptions options) {
    options
        .setHttp2ClearTextUpgrade(false)
        .setHttp2MultiplexingLimit(STREAMS)
        .setInitialSettings(
            new Http2Settings()
                .setPushEnabled(false)
                .setInitialWindowSize(STREAM_WINDOW_BYTES)
                .setMaxHeaderListSize(LONGEST_HEAD_BYTES));
  }

  private void tls(HttpClientOptions options, BackendTlsConfig secure, boolean name) {
    options
        .setSsl(true)
        .setForceSni(name)
        .setVerifyHost(secure.verify())
        .setTrustAll(!secure.verify())
        .setSslHandshakeTimeout(connectMillis())
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
    if (mayMultiplex()) {
      options
          .setUseAlpn(true)
          .setAlpnVersions(
              connections.protocol() == Protocol.H2
                  ? List.of(HttpVersion.HTTP_2)
                  : List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1));
    }
    if (secure.ca() != null && secure.verify()) {
      options.setTrustOptions(new PemTrustOptions().addCertValue(bytes(secure.ca())));
    }
    if (secure.cert() != null && secure.key() != null) {
      options.setKeyCertOptions(
          new PemKeyCertOptions()
              .addCertValue(bytes(secure.cert()))
              .addKeyValue(bytes(secure.key())));
    }
  }

  private static Buffer bytes(PemFile file) {
    return Buffer.buffer(file.text(), "ISO-8859-1");
  }

  /** Closes what is there, and every connection of it. */
  public void close() {
    if (named != null) {
      named.close();
    }
    if (nameless != null) {
      nameless.close();
    }
    if (byHttp1 != null) {
      byHttp1.close();
    }
  }
}

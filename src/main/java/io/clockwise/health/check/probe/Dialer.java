package io.clockwise.health.check.probe;

import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.PemFile;
import io.clockwise.model.BackendAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/* Each probe has a connection of its own, and ends it: a port that accepts nobody new is found so.
Whether a name is asked for in TLS, and how long connecting may take, are settings of the whole
client; so there are several. */
/** What connects to backends for probes in one way. */
final class Dialer {
  /** What probes say that they are. */
  static final String USER_AGENT = "Clockwise-Health";

  private static final int MANY = 1000; // probes of one address at once, of different pools

  private final HttpClientAgent agent;
  private final WebClient web;

  Dialer(Vertx vertx, Dialers.Way way) {
    this.agent =
        vertx.createHttpClient(
            options(way), new PoolOptions().setHttp1MaxSize(MANY).setCleanerPeriod(1000));
    this.web =
        WebClient.wrap(
                agent, new WebClientOptions().setUserAgent(USER_AGENT).setFollowRedirects(false))
            .addInterceptor(AnswerCodec::tell);
  }

  /** Returns what sends requests, each on a connection of its own. */
  WebClient web() {
    return web;
  }

  static SocketAddress server(BackendAddress address) {
    return address.isUnix()
        ? SocketAddress.domainSocketAddress(address.host())
        : SocketAddress.inetSocketAddress(address.port(), address.host());
  }

  /** Connects, with the TLS handshake where there is one. */
  Future<HttpClientConnection> connect(ProbeTarget target) {
    BackendAddress address = target.probed();
    return agent.connect(
        new HttpConnectOptions()
            .setServer(server(address))
            .setHost(target.serverName())
            .setPort(address.isUnix() ? 80 : address.port()));
  }

  void close() {
    web.close();
    agent.close();
  }

  private static HttpClientOptions options(Dialers.Way way) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setConnectTimeout((int) way.timeout().toMillis())
            .setKeepAlive(way.http2()) // else the request says that the connection ends
            .setDecompressionSupported(false)
            .setProtocolVersion(way.http2() ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
            .setHttp2ClearTextUpgrade(false);
    BackendTlsConfig tls = way.tls();
    if (tls != null) {
      secure(options, tls, way);
    }
    return options;
  }

  private static void secure(HttpClientOptions options, BackendTlsConfig tls, Dialers.Way way) {
    options
        .setSsl(true)
        .setForceSni(way.named())
        .setVerifyHost(tls.verify())
        .setTrustAll(!tls.verify())
        .setSslHandshakeTimeout(way.timeout().toMillis())
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
    if (way.http2()) {
      options.setUseAlpn(true).setAlpnVersions(List.of(HttpVersion.HTTP_2));
    }
    if (tls.ca() != null && tls.verify()) {
      options.setTrustOptions(new PemTrustOptions().addCertValue(bytes(tls.ca())));
    }
    @Nullable PemFile cert = tls.cert();
    @Nullable PemFile key = tls.key();
    if (cert != null && key != null) {
      options.setKeyCertOptions(
          new PemKeyCertOptions().addCertValue(bytes(cert)).addKeyValue(bytes(key)));
    }
  }

  private static Buffer bytes(PemFile file) {
    return Buffer.buffer(file.text(), "ISO-8859-1");
  }
}

package io.clockwise.bench.peer.proxy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.httpproxy.ForwardedHeadersOptions;
import io.vertx.httpproxy.HttpProxy;
import io.vertx.httpproxy.OriginRequestProvider;
import io.vertx.httpproxy.ProxyContext;
import io.vertx.httpproxy.ProxyOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A reverse proxy made of vertx-http-proxy as its guide has it, on one event loop, with connections
 * to backends enough, and a small ring of hashes that chooses the backend by the key.
 */
public final class HttpProxyProgram {
  private static final int POINTS = 100;
  private static final int CONNECTIONS = 65_536;

  private final List<TreeMap<Integer, SocketAddress>> rings;
  private final boolean byPath;

  private HttpProxyProgram(JsonObject settings) {
    this.byPath = settings.getBoolean("byPath");
    this.rings =
        settings.getJsonArray("pools").stream()
            .map(pool -> ring(((io.vertx.core.json.JsonArray) pool).stream().map(String::valueOf)))
            .toList();
  }

  private static TreeMap<Integer, SocketAddress> ring(Stream<String> addresses) {
    TreeMap<Integer, SocketAddress> ring = new TreeMap<>();
    addresses.forEach(
        text -> {
          String[] parts = text.split(":");
          SocketAddress address =
              SocketAddress.inetSocketAddress(Integer.parseInt(parts[1]), parts[0]);
          for (int point = 0; point < POINTS; point++) {
            ring.put(mixed((text + "#" + point).hashCode()), address);
          }
        });
    return ring;
  }

  private static int mixed(int hash) {
    int mixed = (hash ^ hash >>> 16) * 0x85ebca6b;
    mixed = (mixed ^ mixed >>> 13) * 0xc2b2ae35;
    return mixed ^ mixed >>> 16;
  }

  private Future<SocketAddress> origin(ProxyContext context) {
    HttpServerRequest request = context.request().proxiedRequest();
    String key = byPath ? request.path() : request.getHeader("X-Key");
    TreeMap<Integer, SocketAddress> ring = rings.get(rings.size() == 1 ? 0 : pool(request.path()));
    var next = ring.ceilingEntry(mixed(String.valueOf(key).hashCode()));
    return Future.succeededFuture((next == null ? ring.firstEntry() : next).getValue());
  }

  private static int pool(String path) {
    int end = path.indexOf('/', 2);
    return path.startsWith("/p") && end > 2 ? Integer.parseInt(path.substring(2, end)) : 0;
  }

  /** Serves as a file of settings says. */
  public static void main(String[] arguments) throws Exception {
    JsonObject settings = new JsonObject(Files.readString(Path.of(arguments[0])));
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
    HttpClient client = vertx.createHttpClient(new PoolOptions().setHttp1MaxSize(CONNECTIONS));
    HttpProxy proxy =
        HttpProxy.reverseProxy(
            new ProxyOptions()
                .setForwardedHeadersOptions(new ForwardedHeadersOptions().setEnabled(true)),
            client);
    proxy.origin(OriginRequestProvider.selector(new HttpProxyProgram(settings)::origin));
    HttpServerOptions clear = new HttpServerOptions().setHost("127.0.0.1").setAcceptBacklog(4096);
    HttpServerOptions tls =
        new HttpServerOptions(clear)
            .setSsl(true)
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .addCertPath(settings.getString("cert"))
                    .addKeyPath(settings.getString("key")));
    for (String name : List.of("http2", "tls", "clear")) {
      vertx
          .createHttpServer(name.equals("tls") ? tls : clear)
          .requestHandler(proxy)
          .listen(settings.getInteger(name))
          .toCompletionStage()
          .toCompletableFuture()
          .get();
    }
  }
}

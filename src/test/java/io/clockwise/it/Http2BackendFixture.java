package io.clockwise.it;

import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.config.RetryConfig;
import io.clockwise.telemetry.UpstreamMeters;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.VertxBackend;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;

/** A proxy before a backend that speaks HTTP/2 in clear, and requests that it holds. */
abstract class Http2BackendFixture {
  private static final ConnectionsConfig H2 = ConnectionsConfig.DEFAULT.withProtocol(Protocol.H2);
  static final String GET = "GET /x HTTP/1.1\r\nHost: t\r\n\r\n";
  static final String POST = "POST /x HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n";

  final List<RawClient> clients = new ArrayList<>();
  final List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
  VertxBackend backend;
  TestProxy proxy;

  void start(HttpServerOptions options, UnaryOperator<TestConfig> change) {
    backend = VertxBackend.start(options);
    TestConfig config =
        TestConfig.of().withBackends(List.of(backend.at("127.0.0.1"))).withConnections(H2);
    proxy = TestProxy.start(change.apply(config));
  }

  @AfterEach
  void stop() throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
    proxy.close();
    backend.close();
  }

  RawClient send(String request) throws IOException {
    RawClient client = proxy.connect();
    clients.add(client);
    return client.send(request);
  }

  RawAnswer get() throws IOException {
    return send(GET).answer();
  }

  void hold(int count) throws IOException {
    backend.script(held::add);
    for (int i = 0; i < count; i++) {
      send(GET);
    }
    await().until(() -> held.size() == count);
  }

  void answerAll() {
    backend.run(() -> held.forEach(request -> request.response().end("late")));
  }

  UpstreamMeters meters() {
    return proxy.meters().loop(0).upstream();
  }

  static HttpServerOptions streams(int most) {
    return new HttpServerOptions()
        .setInitialSettings(new Http2Settings().setMaxConcurrentStreams(most));
  }

  static UnaryOperator<TestConfig> withoutRetries() {
    return config -> config.withRetry(RetryConfig.DEFAULT.withAttempts(1));
  }
}

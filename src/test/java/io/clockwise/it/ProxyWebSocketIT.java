package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.http.WebSocketFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** WebSockets between a real client and a real server. */
class ProxyWebSocketIT {
  private static final int BIG = 16 * 1024 * 1024;

  private final Vertx vertx = Vertx.vertx();
  private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
  private final List<WebSocketClient> clients = new ArrayList<>(); // one that is lost closes itself
  private TestProxy proxy;

  @BeforeEach
  void start() {
    HttpServerOptions options =
        new HttpServerOptions()
            .setMaxWebSocketMessageSize(2 * BIG)
            .setMaxWebSocketFrameSize(2 * BIG)
            .setPerMessageWebSocketCompressionSupported(true);
    int port =
        await(
                vertx
                    .createHttpServer(options)
                    .webSocketHandler(ProxyWebSocketIT::serve)
                    .listen(0, "127.0.0.1"))
            .actualPort();
    BackendConfig backend =
        new BackendConfig("a", new BackendAddress("127.0.0.1", port), 1, AdminState.READY);
    proxy = TestProxy.start(TestConfig.of().withBackends(List.of(backend)));
  }

  @AfterEach
  void stop() {
    proxy.close();
    await(vertx.close());
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  private static void serve(ServerWebSocket socket) {
    socket.binaryMessageHandler(socket::writeBinaryMessage);
    socket.textMessageHandler(
        text -> {
          if (text.startsWith("close ")) {
            socket.close(Short.parseShort(text.substring(6)), "as you wish");
          } else {
            socket.writeTextMessage(text);
          }
        });
  }

  private WebSocket connect(boolean deflate) {
    WebSocketClientOptions options =
        new WebSocketClientOptions()
            .setMaxMessageSize(2 * BIG)
            .setMaxFrameSize(2 * BIG)
            .setTryUsePerMessageCompression(deflate);
    WebSocketClient client = vertx.createWebSocketClient(options);
    clients.add(client);
    WebSocket socket =
        await(
            client.connect(
                new WebSocketConnectOptions()
                    .setHost("127.0.0.1")
                    .setPort(proxy.port())
                    .setURI("/chat")));
    socket.textMessageHandler(heard::add);
    socket.pongHandler(pong -> heard.add("pong " + pong));
    return socket;
  }

  private Object next() throws InterruptedException {
    return heard.poll(30, TimeUnit.SECONDS);
  }

  @Test
  void messagesPingsAndFragmentsPass() throws InterruptedException {
    WebSocket socket = connect(false);
    socket.writeTextMessage("hello");
    assertThat(next()).isEqualTo("hello");
    socket.writePing(Buffer.buffer("p"));
    assertThat(next()).isEqualTo("pong p");
    socket.writeFrame(WebSocketFrame.textFrame("one ", false));
    socket.writePing(Buffer.buffer("between"));
    socket.writeFrame(WebSocketFrame.continuationFrame(Buffer.buffer("two"), true));
    assertThat(List.of(next(), next())).containsExactlyInAnyOrder("pong between", "one two");
  }

  @Test
  void aCloseCodeAndItsReasonPass() {
    WebSocket socket = connect(false);
    socket.writeTextMessage("close 4321");
    org.awaitility.Awaitility.await().until(socket::isClosed);
    assertThat(socket.closeStatusCode()).isEqualTo((short) 4321);
    assertThat(socket.closeReason()).isEqualTo("as you wish");
    org.awaitility.Awaitility.await().until(() -> proxy.inFlight() == 0 && proxy.clients() == 0);
  }

  @Test
  void bigMessagesComeBackWhole() {
    for (boolean deflate : new boolean[] {false, true}) {
      WebSocket socket = connect(deflate);
      byte[] bytes = new byte[BIG];
      new java.util.SplittableRandom(1).nextBytes(bytes);
      Buffer back = Buffer.buffer(BIG);
      socket.handler(back::appendBuffer);
      socket.writeBinaryMessage(Buffer.buffer(bytes));
      org.awaitility.Awaitility.await()
          .atMost(java.time.Duration.ofSeconds(30))
          .until(() -> back.length() == bytes.length);
      assertThat(back.getBytes()).isEqualTo(bytes);
      await(socket.close());
    }
  }

  @Test
  void compressionIsBetweenTheTwo() throws InterruptedException {
    WebSocket socket = connect(true);
    assertThat(socket.headers().get("sec-websocket-extensions")).contains("permessage-deflate");
    String text = "again and again ".repeat(10_000);
    socket.writeTextMessage(text);
    assertThat(next()).isEqualTo(text);
    await(socket.close());
    org.awaitility.Awaitility.await().until(() -> proxy.records().size() == 1);
    assertThat(proxy.records().get(0).result().requestBytes()).isLessThan(10_000);
  }
}

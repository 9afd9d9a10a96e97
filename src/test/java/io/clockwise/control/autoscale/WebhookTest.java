package io.clockwise.control.autoscale;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.telemetry.ScaleMeters;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An outside scaler is told, again when it does not take it. */
class WebhookTest {
  private static final ScaleStep.Outlook OUTLOOK = new ScaleStep.Outlook(0.8604, 172, 200, 2, 0, 3);

  private final Vertx vertx = Vertx.vertx();
  private final List<JsonObject> bodies = new CopyOnWriteArrayList<>();
  private final ScaleMeters meters = new ScaleMeters();
  private final Context context = vertx.getOrCreateContext();
  private final Webhook webhook = new Webhook(context, Duration.ofMillis(5), () -> 0.5);
  private volatile IntFunction<Integer> status = call -> 204;
  private HttpServer server;

  @BeforeEach
  void serve() {
    server = get(vertx.createHttpServer().requestHandler(this::take).listen(0, "127.0.0.1"));
  }

  @AfterEach
  void close() {
    get(vertx.close());
  }

  private void take(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              bodies.add(body.toJsonObject());
              request.response().setStatusCode(status.apply(bodies.size())).end();
            });
  }

  private static <T> T get(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  private Future<Webhook.Result> tell(ScaleStep.Outlook outlook) {
    Promise<Webhook.Result> promise = Promise.promise();
    String url = "http://127.0.0.1:" + server.actualPort() + "/scale?x=1";
    context.runOnContext(turn -> webhook.tell("carts", url, outlook, meters).onComplete(promise));
    return promise.future();
  }

  @Test
  void saysHowThePoolStands() {
    assertThat(get(tell(OUTLOOK))).isEqualTo(Webhook.Result.TAKEN);

    assertThat(bodies)
        .containsExactly(
            new JsonObject()
                .put("pool", "carts")
                .put("utilisation", 0.86)
                .put("inFlight", 172)
                .put("capacity", 200)
                .put("ready", 2)
                .put("standby", 0)
                .put("wanted", 3));
    assertThat(meters.webhooks(true)).isEqualTo(1);
  }

  @Test
  void triesAgain() {
    status = call -> call < 4 ? 503 : 200;

    assertThat(get(tell(OUTLOOK))).isEqualTo(Webhook.Result.TAKEN);
    assertThat(bodies).hasSize(4);
    assertThat(meters.webhooks(true)).isEqualTo(1);
    assertThat(meters.webhooks(false)).isZero();
  }

  @Test
  void givesUpAfterThreeRetries() {
    status = call -> 500;

    assertThat(get(tell(OUTLOOK))).isEqualTo(Webhook.Result.FAILED);
    assertThat(bodies).hasSize(4);
    assertThat(meters.webhooks(false)).isEqualTo(1);
    assertThat(meters.webhooks(true)).isZero();
  }

  @Test
  void isNotFollowedElsewhere() {
    status = call -> 307;

    assertThat(get(tell(OUTLOOK))).isEqualTo(Webhook.Result.FAILED);
  }

  @Test
  void whatIsNewerIsToldInstead() {
    status = call -> bodies.get(call - 1).getInteger("wanted") == 3 ? 503 : 200;
    Future<Webhook.Result> first = tell(OUTLOOK);
    Future<Webhook.Result> second = tell(new ScaleStep.Outlook(0.9, 180, 200, 2, 0, 4));

    assertThat(get(second)).isEqualTo(Webhook.Result.TAKEN);
    assertThat(get(first)).isEqualTo(Webhook.Result.OVERTAKEN);
    assertThat(meters.webhooks(true)).isEqualTo(1);
    assertThat(meters.webhooks(false)).isZero();
  }
}

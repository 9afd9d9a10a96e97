package io.clockwise.control.autoscale;

import io.clockwise.telemetry.ScaleMeters;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells an outside scaler how many backends a pool wants; used on the controller's context. */
final class Webhook {
  private static final Logger log = LoggerFactory.getLogger(Webhook.class);
  private static final int RETRIES = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Context context;
  private final Duration backoff;
  private final DoubleSupplier random;
  private final Set<String> failing = new HashSet<>();
  private final Map<String, Call> newest = new HashMap<>();
  private @Nullable WebClient client;

  /** What became of telling. */
  enum Result {
    /** It was taken. */
    TAKEN,
    /** It was not, retries included. */
    FAILED,
    /** Something newer is told instead. */
    OVERTAKEN
  }

  private record Call(String pool, String url, JsonObject body) {}

  /**
   * Makes one that calls nobody yet.
   *
   * @param backoff before the first retry; doubles with each
   * @param random 0 to 1: which part of half the pause is left out
   */
  Webhook(Context context, Duration backoff, DoubleSupplier random) {
    this.context = context;
    this.backoff = backoff;
    this.random = random;
  }

  /** Posts, with retries, and counts what became of it. */
  Future<Result> tell(String pool, String url, ScaleStep.Outlook outlook, ScaleMeters meters) {
    Call call = new Call(pool, url, body(pool, outlook));
    newest.put(pool, call);
    return post(call, 0)
        .otherwise(
            failure -> {
              if (failing.add(pool)) {
                log.warn("pool {}: the webhook takes nothing: {}", pool, failure.getMessage());
              }
              return Result.FAILED;
            })
        .onSuccess(
            result -> {
              if (result != Result.OVERTAKEN) {
                meters.webhook(result == Result.TAKEN);
              }
              if (result == Result.TAKEN && failing.remove(pool)) {
                log.info("pool {}: the webhook takes what it is told again", pool);
              }
            });
  }

  private static JsonObject body(String pool, ScaleStep.Outlook outlook) {
    return new JsonObject()
        .put("pool", pool)
        .put("utilisation", Math.round(outlook.utilisation() * 1000) / 1000.0)
        .put("inFlight", outlook.inFlight())
        .put("capacity", outlook.capacity())
        .put("ready", outlook.ready())
        .put("standby", outlook.standby())
        .put("wanted", outlook.wanted());
  }

  private Future<Result> post(Call call, int before) {
    if (!call.equals(newest.get(call.pool()))) {
      return Future.succeededFuture(Result.OVERTAKEN);
    }
    return send(call)
        .compose(
            answer ->
                answer.statusCode() / 100 == 2
                    ? Future.succeededFuture(Result.TAKEN)
                    : Future.failedFuture("status " + answer.statusCode()))
        .recover(
            failure ->
                before == RETRIES
                    ? Future.failedFuture(failure)
                    : pause(before).compose(over -> post(call, before + 1)));
  }

  private Future<HttpResponse<Buffer>> send(Call call) {
    try {
      return client().postAbs(call.url()).timeout(TIMEOUT.toMillis()).sendJsonObject(call.body());
    } catch (RuntimeException e) { // an address that cannot be used
      return Future.failedFuture(e);
    }
  }

  private Future<Void> pause(int before) {
    long whole = backoff.toMillis() << before;
    long millis = Math.max(1, Math.round(whole * (1 - random.getAsDouble() / 2)));
    Promise<Void> promise = Promise.promise();
    context.owner().setTimer(millis, timer -> promise.complete());
    return promise.future();
  }

  private WebClient client() {
    WebClient made = client;
    if (made == null) {
      made =
          WebClient.create(
              context.owner(),
              new WebClientOptions().setFollowRedirects(false).setUserAgent("clockwise"));
      client = made;
    }
    return made;
  }
}

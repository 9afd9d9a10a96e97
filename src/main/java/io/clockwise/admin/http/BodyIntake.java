package io.clockwise.admin.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Locale;

/** Reads request bodies: so large, so slow and no more; JSON or nothing. */
public final class BodyIntake {
  /** The most bytes of a body. */
  public static final int MAX_BYTES = 1 << 20;

  private final Vertx vertx;
  private final Duration time;

  /** Reads bodies that come within this time. */
  public BodyIntake(Vertx vertx, Duration time) {
    this.vertx = vertx;
    this.time = time;
  }

  /** Reads the body of a paused request, or fails with a {@link Refusal}. */
  public Future<Buffer> read(HttpServerRequest request) {
    if (declaredLength(request) > MAX_BYTES) {
      return Future.failedFuture(tooLarge());
    }
    Promise<Buffer> whole = Promise.promise();
    Buffer soFar = Buffer.buffer();
    request.handler(
        part -> {
          if (soFar.length() + part.length() > MAX_BYTES) {
            whole.tryFail(tooLarge());
          } else {
            soFar.appendBuffer(part);
          }
        });
    request.endHandler(end -> whole.tryComplete(soFar));
    request.exceptionHandler(
        gone ->
            whole.tryFail(
                Refusal.of(ProblemType.INVALID, "the connection ended before the body did")));
    long timer = vertx.setTimer(time.toMillis(), id -> whole.tryFail(tooSlow()));
    request.resume();
    return whole
        .future()
        .onComplete(done -> vertx.cancelTimer(timer))
        .map(body -> checkType(request, body));
  }

  private static Refusal tooLarge() {
    return new Refusal(
        Problem.of(ProblemType.TOO_LARGE, "a body may have " + MAX_BYTES + " bytes at most")
            .withHeader("Connection", "close"));
  }

  private Refusal tooSlow() {
    return new Refusal(
        Problem.of(
                ProblemType.BODY_TIMEOUT, "the body did not end within " + time.toMillis() + " ms")
            .withHeader("Connection", "close"));
  }

  private static long declaredLength(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE; // more digits than any allowed length has
    }
  }

  private static Buffer checkType(HttpServerRequest request, Buffer body) {
    String type = request.getHeader("Content-Type");
    if (body.length() > 0 && (type == null || !isJson(type.toLowerCase(Locale.ROOT)))) {
      throw Refusal.of(
          ProblemType.MEDIA_TYPE, "send the body with 'Content-Type: application/json'");
    }
    return body;
  }

  private static boolean isJson(String type) {
    return type.matches("application/json\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?");
  }
}

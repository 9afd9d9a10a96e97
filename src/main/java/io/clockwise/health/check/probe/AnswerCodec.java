package io.clockwise.health.check.probe;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.ext.web.client.impl.ClientPhase;
import io.vertx.ext.web.client.impl.HttpContext;
import io.vertx.ext.web.codec.BodyCodec;
import io.vertx.ext.web.codec.spi.BodyStream;
import org.jspecify.annotations.Nullable;

/* The web client tells of an answer when its body has ended. A probe wants to know earlier: when
there is a connection, when the head is there, and when enough of the body is. So it asks by an
interceptor, and keeps the beginning of the body itself. */
/** Takes the steps of one exchange of the web client as they happen. */
abstract class AnswerCodec implements BodyCodec<Void>, BodyStream<Void> {
  private final Promise<Void> whole = Promise.promise();

  /** Tells the codec of an exchange what happens there. */
  static void tell(HttpContext<?> context) {
    if (context.request().bodyCodec() instanceof AnswerCodec codec) {
      if (context.phase() == ClientPhase.SEND_REQUEST) {
        codec.connected(context.clientRequest());
      } else if (context.phase() == ClientPhase.RECEIVE_RESPONSE) {
        codec.head(context.clientResponse());
      }
    }
    context.next();
  }

  /** Takes a request that has a connection and is not sent yet. */
  abstract void connected(HttpClientRequest request);

  /** Takes the head of the answer. */
  abstract void head(HttpClientResponse head);

  /** Takes a part of the body. */
  abstract void part(Buffer bytes);

  /** Takes the end of the body. */
  abstract void ended();

  @Override
  public BodyStream<Void> stream() {
    return this;
  }

  @Override
  public Future<Void> write(Buffer bytes) {
    part(bytes);
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> end() {
    ended();
    whole.tryComplete();
    return whole.future();
  }

  @Override
  public Future<Void> result() {
    return whole.future();
  }

  @Override
  public void handle(Throwable cause) {
    whole.tryFail(cause);
  }

  @Override
  public AnswerCodec exceptionHandler(@Nullable Handler<Throwable> handler) {
    return this;
  }

  @Override
  public AnswerCodec setWriteQueueMaxSize(int size) {
    return this;
  }

  @Override
  public boolean writeQueueFull() {
    return false;
  }

  @Override
  public AnswerCodec drainHandler(@Nullable Handler<Void> handler) {
    return this;
  }
}

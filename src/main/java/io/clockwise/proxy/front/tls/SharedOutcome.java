package io.clockwise.proxy.front.tls;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** What one event loop has asked for and several wait for. */
public final class SharedOutcome {
  private SharedOutcome() {}

  /**
   * Returns the outcome as the calling event loop hears of it: on itself. The shared one completes
   * where it was asked for, and what a loop did there, such as binding a server, would be served by
   * that other loop, with what belongs to this one.
   */
  public static <T> Future<T> heardHere(Vertx vertx, Future<T> shared) {
    Context here = vertx.getOrCreateContext();
    Promise<T> heard = Promise.promise();
    shared.onComplete(
        done ->
            here.runOnContext(
                turn -> {
                  if (done.succeeded()) {
                    heard.complete(done.result());
                  } else {
                    heard.fail(done.cause());
                  }
                }));
    return heard.future();
  }
}

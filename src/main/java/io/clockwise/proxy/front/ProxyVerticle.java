package io.clockwise.proxy.front;

import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.policy.RequestLog;
import io.clockwise.route.LoopSeat;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.Meters;
import io.netty.handler.codec.http.HttpObjectDecoder;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The proxy of one event loop: its listeners, its connections to backends, its requests. As many
 * are deployed as there are event loops; they share ports and limits, nothing else.
 */
public final class ProxyVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(ProxyVerticle.class);

  private final int loop;
  private final RoutingTableRef tables;
  private final Meters meters;
  private final RequestLog log;
  private final FrontShare share;
  private @Nullable Running running;

  /** What there is between start and stop. */
  private record Running(LoopScope scope, ListenerSet listeners, LoopSeat seat) {}

  /** How often the files of certificates are looked at. */
  private static final long LOOK_MILLIS = 500;

  /**
   * Makes the proxy of one event loop.
   *
   * @param loop the index of the loop in the meters
   * @param log takes the facts of each finished request
   * @param share what the loops share; says afterwards where they listen
   */
  public ProxyVerticle(
      int loop, RoutingTableRef tables, Meters meters, RequestLog log, FrontShare share) {
    this.loop = loop;
    this.tables = tables;
    this.meters = meters;
    this.log = log;
    this.share = share;
  }

  /** Binds the listeners; fails with a {@link BindFailure} when one cannot be bound. */
  @Override
  public Future<?> start() {
    if (!HttpObjectDecoder.DEFAULT_STRICT_LINE_PARSING
        || !HttpObjectDecoder.RFC9112_TRANSFER_ENCODING) {
      return Future.failedFuture(
          "a system property has switched off checks of the HTTP decoder: remove every"
              + " io.netty.handler.codec.http.* property");
    }
    LoopScope scope = new LoopScope(vertx, loop, tables, meters, log);
    ListenerSet listeners = new ListenerSet(vertx, scope, share, meters.connections());
    Context own = context;
    LoopSeat seat = tables.join("proxy-" + loop, told -> own.runOnContext(turn -> follow(told)));
    running = new Running(scope, listeners, seat);
    if (loop == 0) { // one loop looks for all
      new CertificateWatch(vertx, share.certificates(), listeners, meters).start(LOOK_MILLIS);
    }
    return listeners
        .follow(tables.current().config())
        .onFailure(
            cause -> {
              tables.leave(seat);
              listeners.shutdown(Duration.ZERO);
              running = null;
            });
  }

  /* Runs on the loop each time a table is published: from here on each request that is read sees
  the new table, which is what the seat says next. */
  private void follow(Runnable told) {
    Running now = running;
    if (now != null) {
      RoutingTable table = tables.current();
      now.scope().follow(table);
      if (!now.scope().isStopping() && !now.listeners().matches(table.config())) {
        now.listeners()
            .follow(table.config())
            .onFailure(
                cause -> {
                  if (loop == 0) { // each loop fails alike
                    LOG.error("{}; the old listeners stay", cause.getMessage());
                  }
                });
      }
    }
    told.run();
  }

  /**
   * Stops accepting, answers running requests with {@code Connection: close}, and closes what is
   * still open when the time is over; callable from any thread.
   *
   * @return completes when no client connection is left
   */
  public Future<Void> shutdown(Duration grace) {
    Promise<Void> done = Promise.promise();
    context.runOnContext(
        turn -> {
          Running now = running;
          if (now == null) {
            done.complete();
          } else {
            now.scope().stop();
            now.listeners().shutdown(grace).onComplete(done);
          }
        });
    return done.future();
  }

  /** Closes what is left, at once. */
  @Override
  public Future<?> stop() {
    Running now = running;
    running = null;
    if (now == null) {
      return Future.succeededFuture();
    }
    tables.leave(now.seat());
    return now.listeners()
        .shutdown(Duration.ZERO)
        .onComplete(over -> now.scope().connections().close());
  }
}

package io.clockwise.proxy.connection;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.BackendAddress;
import io.clockwise.proxy.connection.name.BackendNames;
import io.clockwise.proxy.connection.wire.Agents;
import io.clockwise.proxy.connection.wire.HeadedTransport;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.UpstreamMeters;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.transport.Transport;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** An event loop with connections to one backend, and calls that wait for it. */
final class LoopFixture implements AutoCloseable {
  final UpstreamMeters meters = new Meters(1).loop(0).upstream();
  private final Vertx vertx;
  private final Context loop;
  private final BackendConnections connections;

  LoopFixture(
      AddressResolverOptions names,
      BackendAddress backend,
      ConnectionsConfig config,
      TimeoutsConfig timeouts) {
    vertx =
        Vertx.builder()
            .with(new VertxOptions().setAddressResolverOptions(names))
            .withTransport(HeadedTransport.over(Transport.NIO))
            .build();
    loop = vertx.getOrCreateContext();
    connections =
        new BackendConnections(
            new BackendConnections.Scope(
                vertx, new Agents(vertx, config, timeouts, null), new BackendNames(vertx), meters),
            backend,
            ConnectionLimits.share(config, timeouts, 1),
            config.onFull());
  }

  LoopFixture(BackendAddress backend, ConnectionsConfig config) {
    this(new AddressResolverOptions(), backend, config, TimeoutsConfig.DEFAULT);
  }

  <T> T on(Supplier<T> step) {
    Promise<T> done = Promise.promise();
    loop.runOnContext(turn -> done.complete(step.get()));
    return await(done.future());
  }

  static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** Begins a lease; it fails with what refuses it. */
  Future<UpstreamConnection> lease(boolean mayQueue) {
    Promise<UpstreamConnection> done = Promise.promise();
    loop.runOnContext(
        turn ->
            connections.acquire(new Lease(done::complete, done::fail).mayQueue(mayQueue), false));
    return done.future();
  }

  UpstreamConnection granted() {
    return await(lease(true));
  }

  ProxyFailure refused(boolean mayQueue) {
    Throwable cause =
        lease(mayQueue)
            .toCompletionStage()
            .toCompletableFuture()
            .handle((connection, failure) -> failure)
            .orTimeout(10, TimeUnit.SECONDS)
            .join();
    return (ProxyFailure) cause;
  }

  /** Sends a request, and gives the connection back when its answer has come. */
  String exchange() {
    UpstreamConnection connection = granted();
    Promise<String> done = Promise.promise();
    loop.runOnContext(
        turn ->
            connection
                .request(new RequestOptions().setURI("/"))
                .compose(request -> request.send())
                .compose(response -> response.body())
                .map(Object::toString)
                .onComplete(
                    body -> {
                      connection.release();
                      done.handle(body);
                    }));
    return await(done.future());
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}

package io.clockwise.admin;

import io.clockwise.admin.api.AdminApi;
import io.clockwise.admin.api.BackendLedger;
import io.clockwise.admin.api.ChangeDesk;
import io.clockwise.admin.auth.TokenGuard;
import io.clockwise.admin.auth.Tokens;
import io.clockwise.admin.change.ChangeEndpoints;
import io.clockwise.admin.change.FreezeEndpoints;
import io.clockwise.admin.change.OverlayEndpoints;
import io.clockwise.admin.change.RevisionEndpoints;
import io.clockwise.admin.change.StagedEndpoints;
import io.clockwise.admin.events.EventEndpoints;
import io.clockwise.admin.events.EventHub;
import io.clockwise.admin.explain.AskEndpoints;
import io.clockwise.admin.explain.CheckEndpoints;
import io.clockwise.admin.explain.HotKeyEndpoints;
import io.clockwise.admin.explain.OpenApiEndpoint;
import io.clockwise.admin.explain.RecentEndpoints;
import io.clockwise.admin.explain.StatusEndpoint;
import io.clockwise.admin.http.ApiRouter;
import io.clockwise.admin.http.BodyIntake;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.metrics.MetricsPage;
import io.clockwise.config.SocketBind;
import io.clockwise.event.ControlPort;
import io.clockwise.route.LoopSeat;
import io.clockwise.route.RoutingTable;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The admin API as a server of its own, on its own event loop. */
public final class AdminVerticle extends VerticleBase {
  private static final String SEAT = "admin";

  private final AdminContext parts;
  private final AdminTimes times;
  private final BackendLedger ledger = new BackendLedger();
  private List<Endpoint> endpoints = List.of();
  private @Nullable HttpServer server;
  private @Nullable MetricsPage metrics;
  private @Nullable LoopSeat seat;
  private @Nullable EventHub events;

  /** Serves these parts. */
  public AdminVerticle(AdminContext parts) {
    this(parts, AdminTimes.DEFAULT);
  }

  AdminVerticle(AdminContext parts, AdminTimes times) {
    this.parts = parts;
    this.times = times;
  }

  /**
   * Binds the server.
   *
   * @return fails with an {@link AdminStartException} whose message is for people
   */
  @Override
  public Future<?> start() {
    return vertx
        .executeBlocking(this::readTokens)
        .compose(tokens -> listen(router(new TokenGuard(vertx, tokens, times.wrongToken()))))
        .onSuccess(bound -> server = bound)
        .onFailure(cause -> release());
  }

  @Override
  public Future<?> stop() {
    release();
    return server == null ? Future.succeededFuture() : server.close();
  }

  private void release() {
    if (seat != null) {
      parts.tables().leave(seat);
    }
    if (events != null) {
      events.close();
    }
    if (metrics != null) {
      metrics.close();
    }
  }

  /** Returns the port that is bound; -1 before the start. */
  public int port() {
    return server == null ? -1 : server.actualPort();
  }

  /** Returns what can be called; empty before the start. */
  List<Endpoint> endpoints() {
    return endpoints;
  }

  private Tokens readTokens() {
    SocketBind bind = parts.config().bind();
    Tokens tokens = Tokens.read(parts.config().tokens());
    if (tokens.isEmpty() && !isLoopback(bind)) {
      throw new AdminStartException(
          "admin.bind "
              + bind
              + " is not a loopback address and admin.tokens is empty; bind to 127.0.0.1 or name"
              + " a token");
    }
    return tokens;
  }

  private static boolean isLoopback(SocketBind bind) {
    try {
      return Arrays.stream(InetAddress.getAllByName(bind.host()))
          .allMatch(InetAddress::isLoopbackAddress);
    } catch (IOException e) {
      throw new AdminStartException("admin.bind " + bind + ": the host name is not known");
    }
  }

  private Router router(TokenGuard guard) {
    MetricsPage page =
        new MetricsPage(parts.meters(), parts.tables(), parts.status(), parts.health());
    metrics = page;
    EventHub hub = new EventHub(vertx, parts.control(), parts.tables(), parts.health());
    events = hub;
    endpoints =
        Stream.of(
                AdminApi.endpoints(vertx, parts.control(), parts.tables(), ledger, parts.running()),
                changes(hub),
                questions(),
                new EventEndpoints(parts.tables(), hub).all(),
                new ProbeEndpoints(parts.readiness(), page).all())
            .flatMap(List::stream)
            .toList();
    return new ApiRouter(guard, new BodyIntake(vertx, times.body())).build(vertx, endpoints);
  }

  private List<Endpoint> changes(EventHub hub) {
    ControlPort control = parts.control();
    ChangeDesk desk = new ChangeDesk(vertx, control);
    return Stream.of(
            new ChangeEndpoints(control, desk).all(),
            new RevisionEndpoints(control, desk).all(),
            new OverlayEndpoints(control, desk).all(),
            new StagedEndpoints(vertx, parts.tables(), control, parts.staging()).all(),
            new FreezeEndpoints(parts.health(), control, InstantSource.system(), hub::froze).all())
        .flatMap(List::stream)
        .toList();
  }

  private List<Endpoint> questions() {
    return Stream.of(
            new AskEndpoints(parts.tables(), parts.meters(), InstantSource.system()).all(),
            new HotKeyEndpoints(parts.tables(), InstantSource.system()).all(),
            new RecentEndpoints(parts.recent(), parts.tables()).all(),
            new CheckEndpoints(vertx, parts.control()).all(),
            new StatusEndpoint(parts.tables(), parts.status()).all(),
            OpenApiEndpoint.all())
        .flatMap(List::stream)
        .toList();
  }

  private Future<HttpServer> listen(Router router) {
    joinTables();
    ConnectionWatch watch = new ConnectionWatch(vertx, times);
    SocketBind bind = parts.config().bind();
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(bind.host())
            .setPort(bind.port())
            .setHttp2ClearTextEnabled(false)
            .setHandle100ContinueAutomatically(true);
    return vertx
        .createHttpServer(options)
        .connectionHandler(watch::opened)
        .requestHandler(
            request -> {
              watch.serving(request);
              router.handle(request);
            })
        .listen()
        .recover(
            cause ->
                Future.failedFuture(
                    new AdminStartException(
                        "cannot bind the admin API to "
                            + bind
                            + " ("
                            + cause.getMessage()
                            + "); end what uses the port, or change admin.bind")));
  }

  /* With a seat of its own this loop hears of each table before the change that led to it is
  answered, so that the ledger knows the time of each change. */
  private void joinTables() {
    Executor loop =
        task ->
            context.runOnContext(
                turn -> {
                  RoutingTable table = parts.tables().current();
                  ledger.observe(table, Instant.now());
                  if (events != null) {
                    events.observe(table);
                  }
                  task.run();
                });
    seat = parts.tables().join(SEAT, loop);
  }
}

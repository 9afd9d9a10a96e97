package io.clockwise.app.instance;

import io.clockwise.admin.AdminContext;
import io.clockwise.admin.AdminVerticle;
import io.clockwise.admin.ProbesVerticle;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.control.Controller;
import io.clockwise.proxy.front.FrontShare;
import io.clockwise.proxy.front.ProxyVerticle;
import io.clockwise.proxy.policy.RequestLog;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.accesslog.AccessLog;
import io.clockwise.telemetry.accesslog.AccessRecord;
import io.clockwise.telemetry.recent.Interest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What clients and operators connect to: one proxy for each event loop, and the admin API. */
final class Front {
  private final Vertx vertx;
  private final FrontShare share;
  private final List<ProxyVerticle> proxies = new ArrayList<>();
  private final AdminConfig adminConfig;
  private final AdminVerticle admin;
  private final @Nullable SocketBind probesBind;
  private final @Nullable ProbesVerticle probes;

  /** Makes the parts; the calls below start them. */
  Front(
      Vertx vertx,
      DataPath path,
      Controller controller,
      Meters meters,
      AccessLog accessLog,
      Function<AdminConfig, AdminContext> adminContext) {
    this.vertx = vertx;
    this.share = new FrontShare(path);
    ConnectionCeiling.hold(
        controller.table(), share.connections(), meters.loops(), ConnectionCeiling.openFiles());
    for (int i = 0; i < meters.loops(); i++) {
      proxies.add(
          new ProxyVerticle(i, controller.table(), meters, new LoopLog(accessLog, i), share));
    }
    this.adminConfig = controller.state().effective().admin();
    AdminContext context = adminContext.apply(adminConfig);
    this.admin = new AdminVerticle(context);
    SocketBind probesBind = controller.state().effective().probes().bind();
    this.probes = probesBind == null ? null : new ProbesVerticle(probesBind, context);
    this.probesBind = probesBind;
  }

  /** Binds the listeners; fails with a message for people when one cannot be bound. */
  Future<?> openProxies() {
    return Future.all(proxies.stream().map(vertx::deployVerticle).toList());
  }

  /**
   * Binds the admin API; fails with a message for people when it cannot be bound. Not to be called
   * on an event loop of a proxy, whose child the admin API would become.
   */
  Future<?> openAdmin() {
    return vertx
        .deployVerticle(admin)
        .compose(
            deployed -> probes == null ? Future.succeededFuture() : vertx.deployVerticle(probes));
  }

  /** Returns where the proxy listens, with the ports that the system chose. */
  List<SocketBind> listeners() {
    return share.bound().addresses();
  }

  /** Returns where the admin API listens. */
  SocketBind admin() {
    return new SocketBind(adminConfig.bind().host(), admin.port());
  }

  /** Returns where machines ask; empty: nowhere. */
  Optional<SocketBind> probes() {
    return probes == null || probesBind == null
        ? Optional.empty()
        : Optional.of(new SocketBind(probesBind.host(), probes.port()));
  }

  /** Stops accepting and lets requests end, for so long at most. */
  Future<?> shutdown(Duration grace) {
    return Future.join(proxies.stream().map(proxy -> proxy.shutdown(grace)).toList());
  }

  /** The access log as one event loop sees it. */
  private record LoopLog(AccessLog log, int loop) implements RequestLog {
    @Override
    public @Nullable AccessRecord next(Interest interest, long nowNanos) {
      return log.next(loop, interest, nowNanos);
    }

    @Override
    public void publish() {
      log.publish(loop);
    }
  }
}

package io.clockwise.app.instance;

import io.clockwise.admin.Readiness;
import io.clockwise.app.state.SessionSnapshots;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.control.Controller;
import io.clockwise.proxy.relay.DataPath;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running instance: from the configuration file to the listeners. */
public final class Clockwise {
  private static final Logger LOG = LoggerFactory.getLogger(Clockwise.class);

  private final Vertx vertx;
  private final Controller controller;
  private final AccessLogFollower accessLog;
  private final Front front;
  private final Ends ends;
  private final ServiceNotice service = ServiceNotice.ofEnvironment();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final CountDownLatch ended = new CountDownLatch(1);

  /**
   * What a stop has to tell.
   *
   * @param readiness is told first
   * @param sessions are written when no request is left
   * @param checks end before the controller, which they tell
   * @param state is run last, when nothing is accepted any more
   */
  record Ends(
      Readiness readiness, SessionSnapshots sessions, Supplier<Future<?>> checks, Runnable state) {}

  Clockwise(
      Vertx vertx, Controller controller, AccessLogFollower accessLog, Front front, Ends ends) {
    this.vertx = vertx;
    this.controller = controller;
    this.accessLog = accessLog;
    this.front = front;
    this.ends = ends;
  }

  /**
   * Starts an instance; returns when it serves.
   *
   * @param file the configuration document
   * @param path which way requests take
   * @throws StartFailure when it cannot be used, or something cannot be bound or opened
   */
  public static Clockwise start(Path file, DataPath path)
      throws StartFailure, InterruptedException {
    return StartUp.run(file, path);
  }

  /** Returns where the proxy listens, with the ports that the system chose. */
  public List<SocketBind> listeners() {
    return front.listeners();
  }

  /** Returns where the admin API listens. */
  public SocketBind admin() {
    return front.admin();
  }

  /** Follows the signals of the operating system, and tells the service manager, from now on. */
  public void handleSignals() {
    for (String name : List.of("TERM", "INT")) {
      Signals.handle(name, () -> stop("SIG" + name));
    }
    Signals.handle("HUP", () -> controller.reload("SIGHUP"));
    Signals.handle("USR1", accessLog::reopen);
    service.ready();
  }

  /** Waits until a stop is complete; returns the exit code. */
  public int awaitEnd() throws InterruptedException {
    ended.await();
    return 0;
  }

  /**
   * Begins a graceful stop: not ready, wait, stop accepting, let requests end. A second call ends
   * the process at once.
   *
   * @param cause who wants it, for the log
   */
  public void stop(String cause) {
    if (!stopping.compareAndSet(false, true)) {
      LOG.warn("{} again: ending at once", cause);
      Runtime.getRuntime().halt(1);
    }
    ShutdownConfig times = controller.state().effective().shutdown();
    ends.readiness().stopping();
    service.stopping();
    LOG.info(
        "{}: stopping; /readyz answers 503, new connections are refused after {} ms, running"
            + " requests have {} ms then",
        cause,
        times.delay().toMillis(),
        times.grace().toMillis());
    after(times.delay().toMillis())
        .compose(over -> front.shutdown(times.grace()))
        .onComplete(over -> end());
  }

  private Future<?> after(long millis) {
    return millis == 0 ? Future.succeededFuture() : vertx.timer(millis, TimeUnit.MILLISECONDS);
  }

  /* The end of Vert.x is heard by a handler of its own: a composed future would be told on a context
  whose threads have ended by then. */
  private void end() {
    ends.sessions()
        .close()
        .eventually(ends.checks()::get)
        .eventually(controller::close)
        .onComplete(closed -> vertx.close().onComplete(over -> ended()));
  }

  private void ended() {
    accessLog.close(); // last: the records of the requests that were cut come before it
    ends.state().run();
    LOG.info("stopped");
    ended.countDown();
  }
}

package io.clockwise.app.instance;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.LogFormat;
import io.clockwise.route.LoopSeat;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.accesslog.AccessLog;
import io.clockwise.telemetry.accesslog.JsonLine;
import io.clockwise.telemetry.accesslog.LineFormat;
import io.clockwise.telemetry.accesslog.LogOutput;
import io.clockwise.telemetry.accesslog.TargetView;
import io.clockwise.telemetry.accesslog.TemplateLine;
import io.clockwise.telemetry.recent.RecentRequests;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the access log, and what is shown of recent requests, as the published configuration wants
 * it.
 */
final class AccessLogFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AccessLogFollower.class);

  private final AccessLog log;
  private final RecentRequests recent;
  private final RoutingTableRef tables;
  private final ExecutorService thread;
  private final LoopSeat seat;
  private AccessLogConfig applied;

  /**
   * Opens the output that the present table names, then follows.
   *
   * @throws StartFailure when it cannot be opened
   */
  AccessLogFollower(AccessLog log, RecentRequests recent, RoutingTableRef tables)
      throws StartFailure {
    this.log = log;
    this.recent = recent;
    this.tables = tables;
    this.applied = tables.current().config().accessLog();
    try {
      apply(applied);
    } catch (IOException e) {
      throw new StartFailure(
          "accessLog.file: cannot open "
              + applied.file()
              + " ("
              + FileFault.of(e)
              + "); name a writable place");
    }
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread made = new Thread(task, "access-log-follower");
              made.setDaemon(true);
              return made;
            });
    this.seat =
        tables.join(
            "access-log",
            task ->
                thread.execute(
                    () -> {
                      follow();
                      task.run();
                    }));
  }

  private void follow() {
    AccessLogConfig wanted = tables.current().config().accessLog();
    if (wanted.equals(applied)) {
      return;
    }
    applied = wanted;
    try {
      apply(wanted);
    } catch (IOException e) {
      LOG.error(
          "accessLog.file: cannot open {} ({}); the log stays where it was",
          wanted.file(),
          FileFault.of(e));
    }
  }

  private void apply(AccessLogConfig wanted) throws IOException {
    recent.show(wanted.logTarget());
    log.switchTo(
        wanted.format().kind() == LogFormat.Kind.OFF ? null : LogOutput.open(wanted.file()),
        new TargetView(wanted.logTarget(), format(wanted.format())));
  }

  private static LineFormat format(LogFormat wanted) {
    return switch (wanted.kind()) {
      case COMBINED -> TemplateLine.combined();
      case TEMPLATE -> new TemplateLine(wanted.template());
      case JSON, OFF -> new JsonLine();
    };
  }

  /** Opens the file by its name again, for log rotation. */
  void reopen() {
    log.reopen();
  }

  @Override
  public void close() {
    tables.leave(seat);
    thread.shutdown();
    log.close();
  }
}

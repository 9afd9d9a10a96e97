package io.clockwise.health.check.probe;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A probe on its way: it ends once, by its result or by its time, and leaves no connection. Used on
 * one event loop.
 */
public final class Attempt {
  private final Vertx vertx;
  private final Consumer<ProbeResult> told;
  private final String time;
  private final long timer;
  private @Nullable Runnable close;
  private boolean connected;
  private boolean over;

  Attempt(Vertx vertx, Duration timeout, Consumer<ProbeResult> told) {
    this.vertx = vertx;
    this.told = told;
    this.time = TimeText.of(timeout);
    this.timer = vertx.setTimer(timeout.toMillis(), late -> late());
  }

  private void late() {
    ProbeResult result =
        connected
            ? ProbeResult.unwell("no answer within " + time)
            : ProbeResult.unreachable(noConnection());
    end(result.inVain());
  }

  private String noConnection() {
    return "no connection within " + time;
  }

  /** Notes that the backend has accepted the connection, and what closes that. */
  void connected(Runnable closing) {
    connected = true;
    if (over) {
      closing.run();
    } else {
      close = closing;
    }
  }

  boolean isOver() {
    return over;
  }

  /** Ends it by what went wrong. */
  void fail(Throwable cause) {
    String reason = FaultText.of(cause, connected, time);
    ProbeResult result = connected ? ProbeResult.unwell(reason) : ProbeResult.unreachable(reason);
    end(reason.equals(noConnection()) ? result.inVain() : result);
  }

  /** Ends it; what comes later does not count. */
  void end(ProbeResult result) {
    if (!over) {
      cancel();
      told.accept(result);
    }
  }

  /** Ends it without a result. */
  public void cancel() {
    if (over) {
      return;
    }
    over = true;
    vertx.cancelTimer(timer);
    if (close != null) {
      close.run();
    }
  }
}

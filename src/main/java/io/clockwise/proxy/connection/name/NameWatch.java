package io.clockwise.proxy.connection.name;

import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Consumer;

/** Looks a backend's name up again, for as long as there are connections to the backend. */
public final class NameWatch {
  private static final long PERIOD_MILLIS = 1_000;

  private final Vertx vertx;
  private final BackendNames names;
  private final String host;
  private final Consumer<List<InetAddress>> found;
  private long timer = -1;

  /**
   * Makes a watch that does not look yet.
   *
   * @param found hears of the addresses each time
   */
  public NameWatch(
      Vertx vertx, BackendNames names, String host, Consumer<List<InetAddress>> found) {
    this.vertx = vertx;
    this.names = names;
    this.host = host;
    this.found = found;
  }

  /** Begins to look, unless it does. */
  public void begin() {
    if (timer < 0) {
      timer = vertx.setPeriodic(PERIOD_MILLIS, id -> names.lookUp(host).onSuccess(found::accept));
    }
  }

  /** Ends. */
  public void end() {
    if (timer >= 0) {
      vertx.cancelTimer(timer);
      timer = -1;
    }
  }
}

package io.clockwise.proxy.exchange.connection;

import io.clockwise.proxy.policy.ProxyFailure;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The wish of one exchange for a connection: granted, refused or cancelled, once. */
public final class Lease {
  private final Consumer<UpstreamConnection> granted;
  private final Consumer<ProxyFailure> refused;
  private @Nullable BackendConnections from;
  private long timer = -1;
  private boolean cancelled;

  /** Makes a wish; one of the two is called at most once. */
  public Lease(Consumer<UpstreamConnection> granted, Consumer<ProxyFailure> refused) {
    this.granted = granted;
    this.refused = refused;
  }

  void from(BackendConnections connections) {
    from = connections;
  }

  void timer(long id) {
    timer = id;
  }

  long timer() {
    return timer;
  }

  boolean isCancelled() {
    return cancelled;
  }

  /** Says that nobody waits any more; a connection that is being made goes to somebody else. */
  public void cancel() {
    cancelled = true;
    if (from != null) {
      from.cancel(this);
    }
  }

  void granted(UpstreamConnection connection) {
    granted.accept(connection);
  }

  void refused(ProxyFailure failure) {
    refused.accept(failure);
  }
}

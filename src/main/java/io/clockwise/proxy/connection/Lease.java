package io.clockwise.proxy.connection;

import io.clockwise.proxy.connection.wire.Source;
import io.clockwise.proxy.policy.ProxyFailure;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The wish of one exchange for a connection: granted, refused or cancelled, once. */
public final class Lease {
  private final Consumer<UpstreamConnection> granted;
  private final Consumer<ProxyFailure> refused;
  private @Nullable BackendConnections from;
  private @Nullable Source client;
  private boolean mayQueue = true;
  private boolean tunnel;
  private boolean http1;
  private boolean fresh;
  private long timer = -1;
  private boolean cancelled;

  /** Makes a wish that may queue; one of the two is called at most once. */
  public Lease(Consumer<UpstreamConnection> granted, Consumer<ProxyFailure> refused) {
    this.granted = granted;
    this.refused = refused;
  }

  /** Says whose request it is for, for backends that are told. */
  public Lease of(@Nullable Source whose) {
    client = whose;
    return this;
  }

  /** Says whether it waits at a full backend where {@code onFull} is {@code auto}. */
  public Lease mayQueue(boolean may) {
    mayQueue = may;
    return this;
  }

  /** Says whether it is to become a tunnel, of which a backend may have fewer. */
  public Lease forTunnel(boolean becomesOne) {
    tunnel = becomesOne;
    return this;
  }

  /** Says whether the connection must speak HTTP/1, whatever the backend would choose. */
  public Lease byHttp1(boolean must) {
    http1 = must;
    return this;
  }

  void from(BackendConnections connections, boolean onlyFresh) {
    from = connections;
    fresh = onlyFresh;
  }

  @Nullable Source client() {
    return client;
  }

  boolean mayQueue() {
    return mayQueue;
  }

  boolean isForTunnel() {
    return tunnel;
  }

  boolean isByHttp1() {
    return http1;
  }

  boolean isFresh() {
    return fresh;
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

  /** Refuses those that somebody still waits for. */
  static void refuse(List<Lease> leases, ProxyFailure failure) {
    leases.stream().filter(lease -> !lease.isCancelled()).forEach(lease -> lease.refused(failure));
  }
}

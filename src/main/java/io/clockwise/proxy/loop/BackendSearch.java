package io.clockwise.proxy.loop;

import io.clockwise.config.ConnectionsConfig.ProxyProtocol;
import io.clockwise.config.OnUnavailable;
import io.clockwise.model.AdminState;
import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import io.clockwise.proxy.connection.Lease;
import io.clockwise.proxy.connection.UpstreamConnection;
import io.clockwise.proxy.connection.wire.Source;
import io.clockwise.proxy.live.LiveEntry;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.PoolMeters;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The way of one request to a connection with a backend that is open at that moment. Each attempt
 * on a backend is counted when it begins and when it ends, once.
 */
public final class BackendSearch {
  private final LoopScope scope;
  private final Seeker client;
  private final LiveEntry live;
  private final Consumer<UpstreamConnection> found;
  private final Consumer<ProxyFailure> failed;
  private final BitSet tried = new BitSet();
  private Choice choice;
  private @Nullable Choice following;
  private @Nullable BackendMeters attempt;
  private @Nullable Lease lease;

  /** Makes one for a request with this entry among those that backends serve. */
  public BackendSearch(
      LoopScope scope,
      Seeker client,
      LiveEntry live,
      Choice choice,
      Consumer<UpstreamConnection> found,
      Consumer<ProxyFailure> failed) {
    this.scope = scope;
    this.client = client;
    this.live = live;
    this.choice = choice;
    this.found = found;
    this.failed = failed;
  }

  /**
   * Takes over an attempt on the chosen backend that was begun, and counted, without a search: it
   * has failed.
   */
  public void adopt() {
    tried.set(choice.backend());
    attempt = choice.pool().meters(choice.backend());
  }

  /** Returns the pool that is searched. */
  public PoolSnapshot pool() {
    return choice.pool();
  }

  /** Returns the id of the backend that is tried. */
  public String backendId() {
    return choice.pool().backend(choice.backend()).id();
  }

  /**
   * Begins an attempt on the chosen backend.
   *
   * @param fresh whether the connection must be a new one
   */
  public void begin(boolean fresh) {
    begin(fresh, false);
  }

  /** Goes on with the chosen backend on a connection by HTTP/1. */
  public void beginByHttp1() {
    endAttempt(false);
    begin(false, true);
  }

  private void begin(boolean fresh, boolean http1) {
    client.tally().searching();
    tried.set(choice.backend());
    BackendMeters meters = choice.pool().meters(choice.backend());
    meters.started(scope.loop());
    attempt = meters;
    scope.live().add(choice.describe(live));
    lease =
        new Lease(this::leased, this::refused)
            .of(source())
            .mayQueue(mayQueue())
            .forTunnel(client.asksWebSocket())
            .byHttp1(http1);
    scope.connections().of(choice.pool(), choice.backend()).acquire(lease, fresh);
  }

  private @Nullable Source source() {
    return choice.pool().config().connections().proxyProtocol() == ProxyProtocol.OFF
        ? null
        : client.source();
  }

  /**
   * Looks for the best candidate that was not tried yet and is open now, at last in the route's
   * backup pool; false: there is none.
   */
  public boolean findNext() {
    return find(OffOwner.RETRY);
  }

  /**
   * Looks for one that also has room. However many are full, they are gone over once, here, and not
   * asked one after the other.
   */
  public boolean findRoom() {
    return find(OffOwner.FULL);
  }

  private boolean find(OffOwner why) {
    if (choice.isOverridden() || choice.isStrict() && !isDrained()) {
      return false;
    }
    following = pickIn(choice, index -> !tried.get(index), why);
    PoolSnapshot backup = choice.route().backup();
    if (following == null && backup != null && backup != choice.target()) {
      following = pickIn(choice.inBackup(backup, -1), index -> true, why);
    }
    return following != null;
  }

  private boolean mayQueue() {
    return choice.isStrict() && !choice.isOverridden()
        ? choice.pool().config().session().onUnavailable() == OnUnavailable.QUEUE
        : choice.key() == null
            || choice.isOverridden()
            || choice.chosenBy().isSticky()
            || choice.pool().affinity().isTable();
  }

  private boolean takes(PoolSnapshot pool, int index) {
    return scope.connections().takes(pool, index, mayQueue(), client.asksWebSocket());
  }

  private @Nullable Choice pickIn(Choice there, IntPredicate untried, OffOwner why) {
    PoolSnapshot pool = there.pool();
    IntPredicate eligible =
        why == OffOwner.FULL ? untried.and(index -> takes(pool, index)) : untried;
    Choice.Key key = there.key();
    int found =
        scope
            .router()
            .pickAgain(pool, scope.tables().current(), key == null ? null : key.value(), eligible);
    return found < 0 ? null : there.withBackend(found, why);
  }

  /** Returns the pool of the candidate that was found. */
  PoolSnapshot nextPool() {
    return Objects.requireNonNull(following).pool();
  }

  /** Tells whether the attempt that runs has become a long stream. */
  boolean isStream() {
    return live.isStream();
  }

  /** Begins an attempt on the candidate that was found. */
  public void beginNext() {
    Choice next = Objects.requireNonNull(following);
    if (next.target() != choice.target()) {
      tried.clear(); // its indices were those of the other pool
    }
    count(choice.offOwner(), next);
    choice = next;
    client.tally().chosen(choice);
    begin(false);
  }

  /* The reason of the first decision is counted already. */
  private void count(@Nullable OffOwner before, Choice next) {
    OffOwner why = next.offOwner();
    PoolMeters counted = next.pool().backends().poolMeters();
    if (why != null && why != before && counted != null) {
      counted.offOwner(scope.loop(), why);
    }
  }

  private void leased(UpstreamConnection granted) {
    lease = null;
    if (isStillOpen()) {
      client.tally().leased(granted.number(), granted.servedBefore(), System.nanoTime());
      found.accept(granted);
      return;
    }
    granted.release();
    endAttempt(false);
    if (find(whyClosed())) {
      beginNext();
    } else {
      refused(ProxyFailure.of(FailureKind.NO_BACKEND, "no backend of the pool is open"));
    }
  }

  private boolean isStillOpen() {
    if (choice.isOverridden()) {
      PoolSnapshot latest = latest();
      int index = latest == null ? -1 : latest.indexOf(backendId());
      return latest != null && index >= 0 && latest.isOverridable(index);
    }
    boolean sticky = choice.chosenBy().isSticky();
    return Router.isStillOpen(choice.pool(), choice.backend(), scope.tables().current(), sticky);
  }

  private OffOwner whyClosed() {
    PoolSnapshot latest = latest();
    int index = latest == null ? -1 : latest.indexOf(backendId());
    return latest == null || index < 0 ? OffOwner.DRAIN : Choice.whyClosed(latest, index);
  }

  /* Whether an operator wishes that its requests go elsewhere. */
  private boolean isDrained() {
    PoolSnapshot latest = latest();
    int index = latest == null ? -1 : latest.indexOf(backendId());
    return latest == null || index < 0 || latest.backend(index).adminState() == AdminState.DRAIN;
  }

  private @Nullable PoolSnapshot latest() {
    return scope.tables().current().pools().get(choice.pool().name());
  }

  private void refused(ProxyFailure failure) {
    lease = null;
    failed.accept(failure);
  }

  /** Counts the end of the attempt; nothing when there is none. */
  public void endAttempt(boolean failure) {
    BackendMeters running = attempt;
    attempt = null;
    if (running != null) {
      scope.live().remove(live);
      running.ended(scope.loop(), failure);
    }
  }

  /** Takes back the wish for a connection, if it was not granted yet. */
  public void cancel() {
    if (lease != null) {
      lease.cancel();
      lease = null;
    }
  }
}

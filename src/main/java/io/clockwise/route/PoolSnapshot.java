package io.clockwise.route;

import io.clockwise.config.PoolConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Drain;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.route.affinity.PoolAffinity;
import io.clockwise.route.affinity.Ties;
import io.clockwise.route.balance.OpenBackends;
import io.clockwise.route.balance.Staging;
import io.clockwise.route.balance.Warmup;
import io.clockwise.route.walk.Backends;
import io.clockwise.route.walk.MemberMap;
import io.clockwise.route.walk.WalkPlan;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.hot.HotKeys;
import io.clockwise.telemetry.hot.KeyTraffic;
import io.clockwise.telemetry.session.PoolSessions;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One pool as a routing table holds it: backends sorted by id (their index here is the dense
 * backend index), the placement of those with a weight, and their availability. Immutable.
 */
public final class PoolSnapshot {
  /**
   * A backend as the table sees it.
   *
   * @param backend who it is
   * @param availability whether it may be given a request
   * @param meters its live counts, shared with other tables
   * @param drain the drain that it is in; null: none
   * @param health what is known of it
   * @param warmup how far it is on its way into service; null: it is there
   */
  public record Slot(
      Backend backend,
      Availability availability,
      BackendMeters meters,
      @Nullable Drain drain,
      BackendHealth health,
      @Nullable Warmup warmup) {
    /** Makes one that is not drained. */
    public Slot(Backend backend, Availability availability, BackendMeters meters) {
      this(backend, availability, meters, null);
    }

    /** Makes one that is well. */
    public Slot(
        Backend backend, Availability availability, BackendMeters meters, @Nullable Drain drain) {
      this(backend, availability, meters, drain, BackendHealth.UP, null);
    }

    private Backends.Entry entry() {
      return new Backends.Entry(backend, availability, meters, warmup);
    }

    /** Returns the same with another availability. */
    public Slot with(Availability other) {
      return new Slot(backend, other, meters, drain, health, warmup);
    }

    /** Returns the same on its way into service, or there. */
    public Slot with(@Nullable Warmup other) {
      return new Slot(backend, availability, meters, drain, health, other);
    }
  }

  private final String name;
  private final long revision;
  private final PoolConfig config;
  private final Placement placement;
  private final Slot[] slots;
  private final Backends backends;
  private final MemberMap map;
  private final MemberFilter openMembers;
  private final MemberFilter homeMembers;
  private final WalkPlan plan;
  private final boolean plain;
  private final Ties ties;

  /**
   * Makes a snapshot.
   *
   * @param revision of the last change that touched this pool
   * @param slots sorted by the unsigned UTF-8 bytes of the backend ids
   * @param placement of some of these backends: those with a weight, or all in their own order
   */
  public PoolSnapshot(
      String name, long revision, PoolConfig config, Placement placement, List<Slot> slots) {
    this(name, revision, config, placement, slots, Ties.NONE);
  }

  /** Makes a snapshot of a pool whose keys are not just where the placement of now says. */
  public PoolSnapshot(
      String name,
      long revision,
      PoolConfig config,
      Placement placement,
      List<Slot> slots,
      Ties ties) {
    this.ties = ties;
    this.name = name;
    this.revision = revision;
    this.config = config;
    this.placement = placement;
    this.slots = slots.toArray(Slot[]::new);
    this.backends = new Backends(config, slots.stream().map(Slot::entry).toList());
    this.map = MemberMap.of(name, placement, backends);
    this.openMembers = map.filter(backends::isOpen);
    this.homeMembers = map.filter(backends.homes(isStrict()));
    this.plan = new WalkPlan(config, placement, map, openMembers, backends, ties.hotKeys());
    this.plain = plan.isPlain();
  }

  /** Returns the pool's name. */
  public String name() {
    return name;
  }

  /** Returns the revision of the last change that touched this pool. */
  public long revision() {
    return revision;
  }

  /** Returns the pool's settings. */
  public PoolConfig config() {
    return config;
  }

  /** Returns who owns which key. */
  public Placement placement() {
    return placement;
  }

  /** Returns how many backends there are. */
  public int size() {
    return slots.length;
  }

  /** Returns the backend with this index. */
  public Backend backend(int index) {
    return slots[index].backend();
  }

  /** Returns the text of the address of the backend with this index, ready made. */
  public String addressText(int index) {
    return backends.addressText(index);
  }

  /** Returns the availability of the backend with this index. */
  public Availability availability(int index) {
    return slots[index].availability();
  }

  /** Returns the live counts of the backend with this index. */
  public BackendMeters meters(int index) {
    return slots[index].meters();
  }

  /** Returns all of the backend with this index. */
  public Slot slot(int index) {
    return slots[index];
  }

  /** Returns the keys or sessions that were seen lately; null: none are noted. */
  public @Nullable PoolSessions sessions() {
    return ties.affinity().sessions();
  }

  /** Returns the keys that several backends serve. */
  public HotKeys hotKeys() {
    return ties.hotKeys();
  }

  /** Returns what counts the requests of each key; null: nobody does. */
  public @Nullable KeyTraffic traffic() {
    return ties.traffic();
  }

  /** Returns the change that moves its keys by and by; null: they are where they belong. */
  public @Nullable Staging staging() {
    return ties.staging();
  }

  /** Returns the drain that the backend with this index is in; null: none. */
  public @Nullable Drain drain(int index) {
    return slots[index].drain();
  }

  /** Tells whether the backend with this index takes new keys. */
  public boolean isOpen(int index) {
    return slots[index].availability() == Availability.OPEN;
  }

  /** Tells whether the backend with this index takes known keys and sessions. */
  public boolean isServing(int index) {
    return slots[index].availability() != Availability.CLOSED;
  }

  /** Tells whether a known key or session may stay with the backend, be it there or not. */
  boolean isKeeping(int index) {
    Slot slot = slots[index];
    return switch (slot.backend().adminState()) {
      case READY -> true;
      case DRAIN -> slot.drain() == null || slot.drain().isOpen();
      case MAINT -> isStrict();
    };
  }

  /** Tells whether a request may name the backend with this index, be it healthy or not. */
  public boolean isOverridable(int index) {
    return backend(index).adminState() != AdminState.MAINT && isKeeping(index);
  }

  /** Tells whether a key or session is served by its own backend or not at all. */
  public boolean isStrict() {
    return config.session().onUnavailable().isStrict();
  }

  /** Returns what keeps sessions or keys with their backends. */
  public PoolAffinity affinity() {
    return ties.affinity();
  }

  /** Returns the filter that accepts the members of the placement where new keys belong. */
  MemberFilter homeMembers() {
    return homeMembers;
  }

  /** Returns the share of the key space that the backend with this index owns, 0 to 1. */
  public double share(int index) {
    int member = map.member(index);
    return member < 0 ? 0 : placement.share(member);
  }

  /** Returns the fingerprint of the placement. */
  public long digest() {
    return placement.digest();
  }

  /** Returns how many backends take new keys. */
  public int openCount() {
    return backends.openCount();
  }

  /** Returns the filter that accepts the members of the placement that take new keys. */
  public MemberFilter openMembers() {
    return openMembers;
  }

  /** Tells whether the first open candidate of every key takes it. */
  public boolean isPlain() {
    return plain;
  }

  /** Returns by what open candidates are passed over. */
  public WalkPlan plan() {
    return plan;
  }

  /** Returns the backends, and what follows from all of them. */
  public Backends backends() {
    return backends;
  }

  /** Returns the backends that take requests without a key. */
  OpenBackends openBackends() {
    return backends.open();
  }

  /** Returns the backend index of a member of the placement. */
  public int indexOfMember(int member) {
    return map.backend(member);
  }

  /** Returns the index of the backend with this id, or -1. */
  public int indexOf(String id) {
    return backends.indexOf(id);
  }

  @Override
  public String toString() {
    return name + "@" + revision + Arrays.toString(slots);
  }
}

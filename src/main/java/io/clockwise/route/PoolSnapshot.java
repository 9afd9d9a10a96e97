package io.clockwise.route;

import io.clockwise.config.PoolConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.Drain;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.route.affinity.PoolAffinity;
import io.clockwise.route.balance.OpenBackends;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.session.PoolSessions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
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
   */
  public record Slot(
      Backend backend, Availability availability, BackendMeters meters, @Nullable Drain drain) {
    /** Makes one that is not drained. */
    public Slot(Backend backend, Availability availability, BackendMeters meters) {
      this(backend, availability, meters, null);
    }
  }

  private final String name;
  private final long revision;
  private final PoolConfig config;
  private final Placement placement;
  private final Slot[] slots;
  private final int[] slotOfMember;
  private final String[] addressTexts;
  private final int openCount;
  private final boolean opensDraining;
  private final MemberFilter openMembers;
  private final MemberFilter homeMembers;
  private final PoolAffinity affinity;
  private final OpenBackends openBackends;
  private final Map<String, Integer> indexOfId;

  /**
   * Makes a snapshot.
   *
   * @param revision of the last change that touched this pool
   * @param slots sorted by the unsigned UTF-8 bytes of the backend ids
   * @param placement of some of these backends: those with a weight, or all in their own order
   */
  public PoolSnapshot(
      String name, long revision, PoolConfig config, Placement placement, List<Slot> slots) {
    this(name, revision, config, placement, slots, PoolAffinity.NONE);
  }

  /** Makes a snapshot of a pool whose sessions or keys stay with their backends. */
  public PoolSnapshot(
      String name,
      long revision,
      PoolConfig config,
      Placement placement,
      List<Slot> slots,
      PoolAffinity affinity) {
    this.affinity = affinity;
    this.name = name;
    this.revision = revision;
    this.config = config;
    this.placement = placement;
    this.slots = slots.toArray(Slot[]::new);
    this.addressTexts =
        slots.stream().map(slot -> slot.backend().address().toString()).toArray(String[]::new);
    this.openCount =
        (int) slots.stream().filter(s -> s.availability() == Availability.OPEN).count();
    this.openBackends = openBackends(this.slots);
    this.opensDraining =
        slots.stream()
            .anyMatch(
                s ->
                    s.availability() == Availability.OPEN
                        && s.backend().adminState() == AdminState.DRAIN);
    this.indexOfId = new HashMap<>(2 * this.slots.length);
    for (int i = 0; i < this.slots.length; i++) {
      indexOfId.put(this.slots[i].backend().id(), i);
    }
    this.slotOfMember = mapMembers(name, placement, indexOfId);
    this.openMembers = filter(slotOfMember, this::isOpen);
    this.homeMembers = filter(slotOfMember, this::isHome);
  }

  private static OpenBackends openBackends(Slot[] slots) {
    List<OpenBackends.Entry> open = new ArrayList<>();
    for (int i = 0; i < slots.length; i++) {
      int weight = slots[i].backend().weight();
      if (slots[i].availability() == Availability.OPEN && weight > 0) {
        open.add(new OpenBackends.Entry(i, weight, slots[i].meters()));
      }
    }
    return new OpenBackends(open);
  }

  /** Returns a filter that reads one array, not a slot's record. */
  private static MemberFilter filter(int[] slotOfMember, IntPredicate accepted) {
    boolean[] accepts = new boolean[slotOfMember.length];
    for (int member = 0; member < accepts.length; member++) {
      accepts[member] = accepted.test(slotOfMember[member]);
    }
    return member -> accepts[member];
  }

  /* Where keys that are new belong, be it there or not: what an operator drains, or what leaves by
  itself, gets none; in maintenance only a strict pool keeps them. */
  private boolean isHome(int index) {
    AdminState wish = backend(index).adminState();
    return isOpen(index)
        || availability(index) == Availability.CLOSED
            && (wish == AdminState.READY || wish == AdminState.MAINT && isStrict());
  }

  private static int[] mapMembers(
      String name, Placement placement, Map<String, Integer> indexOfId) {
    int[] map = new int[placement.members().size()];
    for (int member = 0; member < map.length; member++) {
      String id = placement.members().get(member).id();
      Integer index = indexOfId.get(id);
      if (index == null) {
        throw new IllegalArgumentException("pool " + name + " has no backend for member " + id);
      }
      map[member] = index;
    }
    return map;
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
    return addressTexts[index];
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
    return affinity.sessions();
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
    return affinity;
  }

  /** Returns the filter that accepts the members of the placement where new keys belong. */
  MemberFilter homeMembers() {
    return homeMembers;
  }

  /** Returns the share of the key space that the backend with this index owns, 0 to 1. */
  public double share(int index) {
    for (int member = 0; member < slotOfMember.length; member++) {
      if (slotOfMember[member] == index) {
        return placement.share(member);
      }
    }
    return 0;
  }

  /** Returns the fingerprint of the placement. */
  public long digest() {
    return placement.digest();
  }

  /** Tells whether backends take new keys that are drained, since no others are left. */
  public boolean opensDraining() {
    return opensDraining;
  }

  /** Returns how many backends take new keys. */
  public int openCount() {
    return openCount;
  }

  /** Returns the filter that accepts the members of the placement that take new keys. */
  public MemberFilter openMembers() {
    return openMembers;
  }

  /** Returns the backends that take requests without a key. */
  OpenBackends openBackends() {
    return openBackends;
  }

  /** Returns the backend index of a member of the placement. */
  public int indexOfMember(int member) {
    return slotOfMember[member];
  }

  /** Returns the index of the backend with this id, or -1. */
  public int indexOf(String id) {
    Integer index = indexOfId.get(id);
    return index == null ? -1 : index;
  }

  @Override
  public String toString() {
    return name + "@" + revision + Arrays.toString(slots);
  }
}

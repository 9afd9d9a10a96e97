package io.clockwise.route;

import io.clockwise.config.PoolConfig;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.Drain;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.route.balance.OpenBackends;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.session.PoolSessions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final MemberFilter openMembers;
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
    this.indexOfId = new HashMap<>(2 * this.slots.length);
    for (int i = 0; i < this.slots.length; i++) {
      indexOfId.put(this.slots[i].backend().id(), i);
    }
    this.slotOfMember = mapMembers(name, placement, indexOfId);
    this.openMembers = openMembers(this.slots, slotOfMember);
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
  private static MemberFilter openMembers(Slot[] slots, int[] slotOfMember) {
    boolean[] open = new boolean[slotOfMember.length];
    for (int member = 0; member < open.length; member++) {
      open[member] = slots[slotOfMember[member]].availability() == Availability.OPEN;
    }
    return member -> open[member];
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
    return null;
  }

  /** Returns the drain that the backend with this index is in; null: none. */
  public @Nullable Drain drain(int index) {
    return slots[index].drain();
  }

  /** Tells whether the backend with this index takes new keys. */
  public boolean isOpen(int index) {
    return slots[index].availability() == Availability.OPEN;
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

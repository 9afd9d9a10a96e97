package io.clockwise.placement.staged;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Mix64;
import io.clockwise.placement.hash.XxHash64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A placement on its way to another one: a share of the keys is placed by the target already, all
 * others by what was there before. Immutable; with a larger share the same keys are there, and
 * more.
 *
 * <p>Whoever owns a key by the side that it is on has it. Where that one may not, a key that has
 * not moved goes along the candidates of before, as it did all the time; one whose owner the target
 * does not have goes along the target's. A key that has moved goes back to the owner that it had,
 * unless its own one is set aside; then along the target's.
 */
public final class StagedPlacement implements Placement {
  /*
   * Each key has a number in [0, 1) for good; it is on the target's side as soon as the share is
   * above that. The number is drawn from what the placement knows the key by, and differs from
   * change to change: a second one on top of a first one takes keys of both its sides alike.
   */
  private static final long SALT = 0x57a6_ed00_c0de_0001L;
  private static final int BITS = 53;
  private static final long WHOLE = 1L << BITS;

  private final Placement before;
  private final Placement target;
  private final List<Member> members;
  private final int[] indices;
  private final boolean[] aside;
  private final long level;
  private final long salt;
  private final double share;
  private final long below;

  private StagedPlacement(
      Placement before,
      Placement target,
      List<Member> members,
      int[] indices,
      boolean[] aside,
      long level,
      double share) {
    this.before = before;
    this.target = target;
    this.members = members;
    this.indices = indices;
    this.aside = aside;
    this.level = level;
    this.salt = SALT + level * Mix64.GOLDEN;
    this.share = share;
    this.below = (long) (share * WHOLE);
  }

  /**
   * Makes one.
   *
   * @param before may be on its way itself; its settings are the target's, so both know a key by
   *     the same hash
   * @param present ids of the backends that there are; keys of others go to the target at once
   * @param share of the keys that the target places, 0 to 1
   */
  public static StagedPlacement of(
      Placement before, Placement target, Collection<String> present, double share) {
    long level = before instanceof StagedPlacement staged ? staged.level + 1 : 1;
    return of(before, target, present, level, share);
  }

  private static StagedPlacement of(
      Placement before, Placement target, Collection<String> present, long level, double share) {
    Set<String> there = new HashSet<>(present);
    List<Member> members = new ArrayList<>(target.members());
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < members.size(); i++) {
      places.put(members.get(i).id(), i);
    }
    int[] indices = new int[before.members().size()];
    for (int i = 0; i < indices.length; i++) {
      Member member = before.members().get(i);
      Integer place = places.get(member.id());
      if (place != null) {
        indices[i] = place;
      } else if (there.contains(member.id())) {
        indices[i] = members.size();
        members.add(member);
      } else {
        indices[i] = -1;
      }
    }
    boolean[] nobody = new boolean[members.size()];
    return new StagedPlacement(before, target, List.copyOf(members), indices, nobody, level, share);
  }

  /** Returns how many changes a placement is on its way through; 0: none. */
  public static int depth(Placement placement) {
    return placement instanceof StagedPlacement staged ? 1 + depth(staged.before) : 0;
  }

  /**
   * Returns a placement whose oldest change is over.
   *
   * @param present ids of the backends that there are
   */
  public static Placement withoutOldest(Placement placement, Collection<String> present) {
    if (!(placement instanceof StagedPlacement staged)) {
      return placement;
    }
    return staged.before instanceof StagedPlacement earlier
        ? of(withoutOldest(earlier, present), staged.target, present, staged.level, staged.share)
            .withAside(staged.aside())
        : staged.target;
  }

  /** Returns where a placement is on its way to; itself: it is there. */
  public static Placement target(Placement placement) {
    return placement instanceof StagedPlacement staged ? staged.target : placement;
  }

  /** Returns the same with another share. */
  public StagedPlacement withShare(double other) {
    return new StagedPlacement(before, target, members, indices, aside, level, other);
  }

  /**
   * Returns the same after some backends were removed: their keys go to the target at once.
   *
   * @param present ids of the backends that there are; one that was gone stays so
   */
  public StagedPlacement among(Collection<String> present) {
    Set<String> there = new HashSet<>(present);
    if (members.stream().allMatch(member -> there.contains(member.id()))) {
      return this;
    }
    there.retainAll(members.stream().map(Member::id).toList());
    return of(before, target, there, level, share).withAside(aside());
  }

  /**
   * Returns the same with more backends that are not expected to serve: keys that move to one of
   * them go to those that follow it, as they will in the end.
   */
  public StagedPlacement withAside(Collection<String> ids) {
    Set<String> all = new HashSet<>(ids);
    all.addAll(aside());
    boolean[] set = new boolean[members.size()];
    for (int i = 0; i < set.length; i++) {
      set[i] = all.contains(members.get(i).id());
    }
    return new StagedPlacement(before, target, members, indices, set, level, share);
  }

  private List<String> aside() {
    return IntStream.range(0, aside.length)
        .filter(i -> aside[i])
        .mapToObj(i -> members.get(i).id())
        .toList();
  }

  /** Returns what was there before. */
  public Placement before() {
    return before;
  }

  /** Returns the share of the keys that the target places, 0 to 1. */
  public double share() {
    return share;
  }

  /** Returns the target's members, with its indexes, and then those that only had keys before. */
  @Override
  public List<Member> members() {
    return members;
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return target.hash(key, offset, length);
  }

  @Override
  public boolean readsKey() {
    return target.readsKey() || before.readsKey();
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    if (!isMoved(key)) {
      int had = had(key);
      if (had >= 0 && filter.accepts(had)) {
        return had;
      }
      int next = staysBefore(had) ? pickBefore(key, filter) : -1;
      return next >= 0 ? next : target.pick(key, filter);
    }
    int owner = target.pick(key, MemberFilter.ANY);
    if (owner >= 0 && filter.accepts(owner)) {
      return owner;
    }
    int had = had(key);
    boolean may = had >= 0 && filter.accepts(had);
    if (may && (owner < 0 || !aside[owner])) {
      return had;
    }
    int next = target.pick(key, filter);
    return next < 0 && may ? had : next;
  }

  /* Whoever leaves is followed by the target's owner, so that its keys do not move twice. */
  private boolean staysBefore(int had) {
    return had >= 0 && had < target.members().size();
  }

  private int pickBefore(RoutingKey key, MemberFilter filter) {
    int member = before.pick(key, Translated.to(indices, filter));
    return member < 0 ? -1 : indices[member];
  }

  private boolean isMoved(RoutingKey key) {
    long seed =
        readsKey()
            ? XxHash64.hash(key.bytes(), key.offset(), key.length(), salt)
            : key.hash() + salt;
    return Mix64.mix(seed) >>> Long.SIZE - BITS < below;
  }

  /* Returns who owned the key before, or -1: nobody, or somebody who is gone. */
  private int had(RoutingKey key) {
    int owner = before.pick(key, MemberFilter.ANY);
    return owner < 0 ? -1 : indices[owner];
  }

  @Override
  public long digest() {
    long both = Mix64.mix(before.digest() + salt) ^ target.digest();
    return Mix64.mix(both + Double.doubleToLongBits(share));
  }

  /** Returns it; keys of backends that are gone count as spread like the target's. */
  @Override
  public double share(int member) {
    double had = 0;
    double gone = 0;
    for (int i = 0; i < indices.length; i++) {
      had += indices[i] == member ? before.share(i) : 0;
      gone += indices[i] < 0 ? before.share(i) : 0;
    }
    double has = member < target.members().size() ? target.share(member) : 0;
    return share * has + (1 - share) * (had + gone * has);
  }

  @Override
  public long sizeInBytes() {
    return before.sizeInBytes() + target.sizeInBytes() + (long) Integer.BYTES * indices.length;
  }

  /** Tells whether a member had no key before the oldest change that is under way. */
  public boolean isNew(String id) {
    return before instanceof StagedPlacement earlier
        ? earlier.isNew(id)
        : before.members().stream().noneMatch(member -> member.id().equals(id));
  }

  /** Returns the ids of the members that own more keys when it is over. */
  public List<String> gaining() {
    BitSet gains = new BitSet(target.members().size());
    double[] had = new double[members.size()];
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] >= 0) {
        had[indices[i]] += before.share(i);
      }
    }
    for (int i = 0; i < target.members().size(); i++) {
      gains.set(i, target.share(i) > had[i] + 1e-9);
    }
    return gains.stream().mapToObj(i -> members.get(i).id()).toList();
  }

  @Override
  public String toString() {
    return before + " -" + share + "-> " + target + Arrays.toString(indices);
  }
}

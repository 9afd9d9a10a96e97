package io.clockwise.app.verify;

import io.clockwise.model.placement.PlacementSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What has to choose as a vector file says. */
public sealed interface Subject {

  /** Tells whether a key is an unsigned 64-bit number in decimal, and hashed already. */
  default boolean numbers() {
    return false;
  }

  /** Returns how many backends are asked for with each key. */
  default int tries() {
    return 1;
  }

  /**
   * A placement over backends.
   *
   * @param numbers whether a key is its hash
   * @param digest of the placement, 16 hexadecimal digits; empty: any
   */
  record Placed(
      PlacementSettings settings,
      Topology topology,
      Load load,
      boolean numbers,
      int tries,
      Optional<String> digest)
      implements Subject {

    /** Makes one that places texts and tells their owners. */
    static Placed of(PlacementSettings settings, Topology topology) {
      return new Placed(settings, topology, Load.UNBOUNDED, false, 1, Optional.empty());
    }

    /** Returns the same under a bound. */
    Placed withLoad(Load bound) {
      return new Placed(settings, topology, bound, numbers, tries, digest);
    }

    /** Returns the same for keys that are numbers, or not. */
    Placed withNumbers(boolean isHash) {
      return new Placed(settings, topology, load, isHash, tries, digest);
    }

    /** Returns the same that tells so many candidates. */
    Placed withTries(int most) {
      return new Placed(settings, topology, load, numbers, most, digest);
    }

    /** Returns the same with a digest. */
    Placed withDigest(Optional<String> hexadecimal) {
      return new Placed(settings, topology, load, numbers, tries, hexadecimal);
    }
  }

  /**
   * A bound on the load, and the load when the picks were made.
   *
   * @param factor how much a backend may have, in per cent of its even share; 0: no bound
   * @param inFlight open requests by the ids of members; none for those that it lacks
   */
  record Load(int factor, Map<String, Integer> inFlight) {
    /** No bound. */
    static final Load UNBOUNDED = new Load(0, Map.of());

    /** Copies the map. */
    public Load {
      inFlight = Map.copyOf(inFlight);
    }
  }

  /** The buckets of a jump hash, by their numbers; more than a placement may have members. */
  record JumpBuckets(int count) implements Subject {
    @Override
    public boolean numbers() {
      return true;
    }
  }

  /**
   * The buckets of an anchor, by their numbers.
   *
   * @param capacity how many there may be
   * @param working how many there are at first
   * @param removed those that were removed then, in this order
   */
  record AnchorBuckets(int capacity, int working, List<Integer> removed) implements Subject {
    /** Copies the list. */
    public AnchorBuckets {
      removed = List.copyOf(removed);
    }
  }

  /** The slots of a Redis cluster, by their numbers. */
  record ClusterSlots() implements Subject {}
}

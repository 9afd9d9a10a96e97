package io.clockwise.route.walk;

import io.clockwise.model.placement.Member;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.telemetry.BackendMeters;
import java.util.function.IntPredicate;

/** The members of a pool's placement as backends of the pool, with their live counts. Immutable. */
public final class MemberMap {
  private final int[] backends;
  private final int[] weights;
  private final BackendMeters[] meters;

  private MemberMap(int[] backends, int[] weights, BackendMeters[] meters) {
    this.backends = backends;
    this.weights = weights;
    this.meters = meters;
  }

  /**
   * Makes one.
   *
   * @param pool its name, for the message
   * @throws IllegalArgumentException when a member is no backend
   */
  public static MemberMap of(String pool, Placement placement, Backends all) {
    int size = placement.members().size();
    int[] backends = new int[size];
    int[] weights = new int[size];
    BackendMeters[] own = new BackendMeters[size];
    for (int i = 0; i < size; i++) {
      Member member = placement.members().get(i);
      backends[i] = all.indexOf(member.id());
      if (backends[i] < 0) {
        throw new IllegalArgumentException(
            "pool " + pool + " has no backend for member " + member.id());
      }
      weights[i] = member.weight();
      own[i] = all.meters(backends[i]);
    }
    return new MemberMap(backends, weights, own);
  }

  /** Returns how many members there are. */
  public int size() {
    return backends.length;
  }

  /** Returns the dense index of the backend that a member is. */
  public int backend(int member) {
    return backends[member];
  }

  /** Returns the member that a backend is, or -1: it is not placed. */
  public int member(int backend) {
    for (int member = 0; member < backends.length; member++) {
      if (backends[member] == backend) {
        return member;
      }
    }
    return -1;
  }

  /** Returns a filter that reads one array; what it accepts is asked once, of dense indices. */
  public MemberFilter filter(IntPredicate accepted) {
    boolean[] accepts = new boolean[backends.length];
    for (int member = 0; member < accepts.length; member++) {
      accepts[member] = accepted.test(backends[member]);
    }
    return member -> accepts[member];
  }

  int weight(int member) {
    return weights[member];
  }

  /** Returns how many requests a member is serving, long streams apart. */
  long busy(int member) {
    return meters[member].busy();
  }
}

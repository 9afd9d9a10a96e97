package io.clockwise.route.balance;

import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.route.balance.OpenBackends.Entry;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Who gets a request without a key; one for each event loop, which alone calls it. */
public final class KeylessPicker {
  private static final class Turn {
    long next;
  }

  private final RandomGenerator random;
  private final Map<String, Turn> turns = new HashMap<>();

  /** Makes a picker that draws from this source of chance. */
  public KeylessPicker(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Returns the dense index of the backend that gets the request, or -1 when none is open. After
   * the first call for a pool it allocates nothing.
   *
   * @param pool its name, under which the turns are counted
   * @param policy any but {@code REJECT}
   */
  public int pick(String pool, OpenBackends open, MissingKeyPolicy policy) {
    if (open.size() == 0) {
      return -1;
    }
    return switch (policy) {
      case ROUND_ROBIN -> open.atTurn(nextTurn(pool));
      case LEAST_REQUESTS -> leastRequests(open, nextTurn(pool));
      case RANDOM -> open.atWeight(random.nextLong(open.totalWeight()));
      case REJECT -> throw new IllegalArgumentException("a rejected request gets no backend");
    };
  }

  /** Forgets the turns of pools that are gone. */
  public void retain(Set<String> pools) {
    turns.keySet().retainAll(pools);
  }

  private long nextTurn(String pool) {
    Turn turn = turns.get(pool);
    if (turn == null) {
      turn = new Turn();
      turns.put(pool, turn);
    }
    return turn.next++;
  }

  /** Looks at all of them, from another one each time, so that equals take turns. */
  private static int leastRequests(OpenBackends open, long turn) {
    int size = open.size();
    int place = (int) (turn % size);
    Entry best = open.entry(place);
    long bestLoad = best.meters().inFlight() + 1;
    for (int i = 1; i < size; i++) {
      place = place + 1 == size ? 0 : place + 1;
      Entry other = open.entry(place);
      long load = other.meters().inFlight() + 1;
      if (load * best.weight() < bestLoad * other.weight()) { // load / weight without a division
        best = other;
        bestLoad = load;
      }
    }
    return best.index();
  }
}

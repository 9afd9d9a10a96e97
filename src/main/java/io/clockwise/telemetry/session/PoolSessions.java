package io.clockwise.telemetry.session;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The keys or sessions of one pool that were seen lately, over all event loops: to which backend
 * each belongs, and when it was seen last. Keys are known by 64 bits of hash, backends by the
 * number of their meters.
 */
public final class PoolSessions {
  /** In place of the number of a backend: the session was ended, and belongs to none. */
  public static final int NOBODY = 0;

  /** In place of what {@link #find} finds: nothing. */
  public static final long NONE = RecentKeys.ABSENT;

  /** What is shown the keys of a pool. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes one of them.
     *
     * @param backend the number of its meters
     * @param second in which it was seen last, since 1970
     */
    void visit(long hash, int backend, long second);
  }

  private final RecentKeys[] loops;
  private volatile @Nullable RecentKeys restored;

  /**
   * Makes those of a pool.
   *
   * @param eventLoops how many there are
   * @param idleSeconds a key that was not seen for so long is forgotten
   * @param entries how many keys are remembered at most, over all loops
   */
  public PoolSessions(int eventLoops, int idleSeconds, int entries) {
    RecentKeys.Bounds bounds = bounds(eventLoops, idleSeconds, entries);
    loops = new RecentKeys[eventLoops];
    Arrays.setAll(loops, i -> new RecentKeys(bounds));
  }

  private static RecentKeys.Bounds bounds(int eventLoops, int idleSeconds, int entries) {
    return new RecentKeys.Bounds(Math.max(1, idleSeconds), Math.max(1, entries / eventLoops));
  }

  /** Changes what is remembered, from now on; what is there stays as long as it may. */
  public void settings(int idleSeconds, int entries) {
    RecentKeys.Bounds bounds = bounds(loops.length, idleSeconds, entries);
    for (RecentKeys loop : loops) {
      loop.bounds(bounds);
    }
  }

  /**
   * Notes that a key is seen; by the event loop of that index only. Allocates nothing, unless there
   * is a new key.
   *
   * @param hash whose bits are as if at random
   * @param backend the number of the meters of the one that it belongs to, or {@link #NOBODY}
   * @return false: it is a new one, and there is no room
   */
  public boolean note(int loop, long hash, int backend, long epochSecond) {
    return loops[loop].note(hash, backend, epochSecond);
  }

  /**
   * Finds what was noted of a key last, by whichever loop; allocates nothing.
   *
   * @param loop that asks
   * @param settledSecond what the loop itself has noted since then is the last word: no other one
   *     knows better
   * @return {@link #backend} and {@link #second} tell what it means; {@link #NONE}: nothing,
   *     however old
   */
  public long find(int loop, long hash, long settledSecond) {
    long best = loops[loop].find(hash);
    if (best != NONE && second(best) >= settledSecond) {
      return best;
    }
    for (int i = 0; i < loops.length; i++) {
      if (i != loop) {
        best = newer(best, loops[i].find(hash));
      }
    }
    RecentKeys old = restored;
    return old == null ? best : newer(best, old.find(hash));
  }

  private static long newer(long one, long other) {
    return second(other) > second(one) ? other : one;
  }

  /** Returns the number of the backend in what was found. */
  public static int backend(long found) {
    return RecentKeys.backend(found);
  }

  /** Returns the second in what was found. */
  public static long second(long found) {
    return RecentKeys.second(found);
  }

  /**
   * Returns how many distinct keys belong to a backend that were seen since a moment, in seconds
   * since 1970. It goes over all keys: not for the request path.
   *
   * @param backend the number of its meters
   */
  public long seenSince(int backend, long epochSecond) {
    return seenSince(epochSecond).getOrDefault(backend, 0L);
  }

  /**
   * Returns the same of all backends at once, by their numbers; those without any are not there.
   */
  public Map<Integer, Long> seenSince(long epochSecond) {
    Map<Integer, Long> counts = new HashMap<>();
    forEach(epochSecond, (hash, backend, second) -> counts.merge(backend, 1L, Long::sum));
    return counts;
  }

  /** Shows the keys that were seen since a moment, each once. Not for the request path. */
  public void forEach(long epochSecond, Visitor visitor) {
    for (int i = 0; i < loops.length; i++) {
      show(i, loops[i], epochSecond, visitor);
    }
    RecentKeys old = restored;
    if (old != null) {
      show(loops.length, old, epochSecond, visitor);
    }
  }

  private void show(int place, RecentKeys keys, long since, Visitor visitor) {
    keys.forEach(
        since,
        (hash, meta) -> {
          if (backend(meta) != NOBODY && isLastWord(place, hash, meta)) {
            visitor.visit(hash, backend(meta), second(meta));
          }
        });
  }

  /* Of several that were noted in the same second, the first loop's counts. */
  private boolean isLastWord(int place, long hash, long meta) {
    for (int i = 0; i < loops.length; i++) {
      long other = i == place ? NONE : loops[i].find(hash);
      if (second(other) > second(meta) || second(other) == second(meta) && i < place) {
        return false;
      }
    }
    return true;
  }

  /**
   * Begins to remember what was noted before the process began; before requests come.
   *
   * @param keys how many there may be
   * @param from shows them
   */
  public void restore(int keys, Consumer<Visitor> from) {
    RecentKeys old = new RecentKeys(new RecentKeys.Bounds(Integer.MAX_VALUE, Math.max(1, keys)));
    from.accept(old::note);
    restored = old;
  }

  /** Lets go of what was restored: all of it is too old. */
  public void forgetRestored() {
    restored = null;
  }

  /** Returns how many keys are held, those too old and those of several loops among them. */
  public long size() {
    long sum = 0;
    for (RecentKeys loop : loops) {
      sum += loop.size();
    }
    return sum;
  }

  /** Returns how often a new key found no room. */
  public long full() {
    long sum = 0;
    for (RecentKeys loop : loops) {
      sum += loop.full();
    }
    return sum;
  }

  /** Returns the bytes of memory that the keys take. */
  public long sizeInBytes() {
    long sum = 0;
    for (RecentKeys loop : loops) {
      sum += loop.sizeInBytes();
    }
    RecentKeys old = restored;
    return old == null ? sum : sum + old.sizeInBytes();
  }
}

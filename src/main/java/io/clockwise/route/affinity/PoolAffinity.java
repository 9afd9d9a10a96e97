package io.clockwise.route.affinity;

import io.clockwise.placement.hash.Mix64;
import io.clockwise.telemetry.session.PoolSessions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What keeps sessions or keys of a pool with the backend that they had before, as a snapshot of the
 * pool has it. Immutable, but for the sessions that it refers to.
 */
public final class PoolAffinity {
  /** Nothing does. */
  public static final PoolAffinity NONE = new PoolAffinity(null, false, null, 0, 0, new int[0]);

  private final @Nullable CookieAffinity cookie;
  private final boolean table;
  private final @Nullable PoolSessions sessions;
  private final long idleSeconds;
  private final long settledSecond;
  private final int[] numbers;
  private final int[] ascending;
  private final int[] indices;

  PoolAffinity(
      @Nullable CookieAffinity cookie,
      boolean table,
      @Nullable PoolSessions sessions,
      long idleSeconds,
      long settledSecond,
      int[] numbers) {
    this.cookie = cookie;
    this.table = table;
    this.sessions = sessions;
    this.idleSeconds = idleSeconds;
    this.settledSecond = settledSecond;
    this.numbers = numbers.clone();
    this.indices =
        IntStream.range(0, numbers.length)
            .boxed()
            .sorted(Comparator.comparingInt(i -> numbers[i]))
            .mapToInt(i -> i)
            .toArray();
    this.ascending = Arrays.stream(indices).map(i -> numbers[i]).toArray();
  }

  /** Returns the pool's cookie; null: it has none. */
  public @Nullable CookieAffinity cookie() {
    return cookie;
  }

  /** Tells whether keys stay where they were. */
  public boolean isTable() {
    return table;
  }

  /** Returns the keys or sessions that were seen lately; null: nobody notes them. */
  public @Nullable PoolSessions sessions() {
    return sessions;
  }

  /** Returns how long a key or session is remembered that is not seen, in seconds. */
  public long idleSeconds() {
    return idleSeconds;
  }

  /**
   * Returns the number under which a backend is noted.
   *
   * @param backend dense index
   */
  public int number(int backend) {
    return numbers[backend];
  }

  /** Returns the dense index of the backend of this number, or a negative number. */
  public int indexOf(int number) {
    int place = Arrays.binarySearch(ascending, number);
    return place < 0 ? -1 : indices[place];
  }

  /**
   * Finds the backend to which a key belongs since it was served there; allocates nothing.
   *
   * @param loop that asks
   * @return the dense index of one of this pool's backends, or -1: the key was not seen lately, or
   *     its backend is gone
   */
  public int find(int loop, long hash, long epochSecond) {
    PoolSessions known = sessions;
    if (known == null) {
      return -1;
    }
    long found = known.find(loop, hash, settledSecond);
    return PoolSessions.second(found) < epochSecond - idleSeconds
        ? -1
        : indexOf(PoolSessions.backend(found));
  }

  /** Notes that a key is seen; by the event loop of that index only. */
  public void note(int loop, long hash, int backend, long epochSecond) {
    if (sessions != null) {
      sessions.note(loop, hash, numbers[backend], epochSecond);
    }
  }

  /**
   * Notes that a session is seen; by the event loop of that index only.
   *
   * @param issued what identifies it
   */
  public void noteSession(int loop, long issued, int backend, long epochSecond) {
    note(loop, Mix64.mix(issued), backend, epochSecond);
  }

  /** Notes that a session was ended. */
  public void forgetSession(int loop, long issued, long epochSecond) {
    if (sessions != null) {
      sessions.note(loop, Mix64.mix(issued), PoolSessions.NOBODY, epochSecond);
    }
  }
}

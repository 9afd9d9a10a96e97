package io.clockwise.health;

import io.clockwise.event.health.HealthPort;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Health;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/*
 * What was found out and what others are told are two maps, so that a freeze only keeps the first
 * from reaching the second. Probes and ejections write different parts of an entry, each from a
 * thread of its own, and operators freeze from a third: writes are under one lock, which no request
 * ever sees. A backend that is ejected before its first verdict has an entry without one; what that
 * means for its health depends on whether its pool has checks.
 */
/** What has been found out about backends, by pool and id; it outlives reloads. */
public final class HealthBoard implements HealthPort {
  /** A backend of a pool. */
  public record Key(String pool, String id) {}

  /**
   * What the checks of a backend say.
   *
   * @param leaving whether it says that it wants no new keys
   * @param connects whether it accepts connections, as far as is known
   * @param reason for people; empty: it is simply up
   */
  public record Verdict(Health health, boolean leaving, boolean connects, String reason) {
    private static final Verdict UP = new Verdict(Health.UP, false, true, "");
    private static final Verdict NONE = new Verdict(Health.CHECKING, false, true, "");
  }

  private record Entry(@Nullable Verdict verdict, @Nullable String ejection) {
    boolean isEmpty() {
      return verdict == null && ejection == null;
    }
  }

  private final InstantSource clock;
  private final Map<Key, Entry> entries = new ConcurrentHashMap<>();
  private final Map<Key, BackendHealth> told = new ConcurrentHashMap<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile Set<String> unsettled = Set.of();
  private Set<String> checking = Set.of();
  private volatile @Nullable Instant frozenUntil;

  /** Makes an empty one. */
  public HealthBoard(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public @Nullable BackendHealth of(String pool, String id) {
    return told.get(new Key(pool, id));
  }

  @Override
  public Runnable listen(Runnable changed) {
    listeners.add(changed);
    return () -> listeners.remove(changed);
  }

  @Override
  public void freeze(Instant until) {
    frozenUntil = until.isAfter(clock.instant()) ? until : null;
    thaw();
  }

  @Override
  public @Nullable Instant frozenUntil() {
    return frozenUntil;
  }

  @Override
  public Iterable<String> unsettled() {
    return unsettled;
  }

  /** Says which pools have backends that were not probed yet. */
  public void unsettled(Set<String> pools) {
    unsettled = Set.copyOf(pools);
  }

  /** Says which pools have checks; the verdicts of others are forgotten: there all are up. */
  public void checking(Set<String> pools) {
    boolean news = false;
    synchronized (this) {
      checking = Set.copyOf(pools);
      for (Map.Entry<Key, Entry> each : List.copyOf(entries.entrySet())) {
        if (!checking.contains(each.getKey().pool()) && each.getValue().verdict() != null) {
          news |= note(each.getKey(), new Entry(null, each.getValue().ejection()));
        }
      }
    }
    tell(news);
  }

  /** Notes what the checks of a backend say now. */
  public void checked(Key key, Verdict verdict) {
    boolean news;
    synchronized (this) {
      Entry old = entries.get(key);
      news = note(key, new Entry(verdict, old == null ? null : old.ejection()));
    }
    tell(news);
  }

  /** Notes that a backend is ejected, and why; null: it is not. */
  public void ejected(Key key, @Nullable String reason) {
    boolean news;
    synchronized (this) {
      Entry old = entries.get(key);
      news = note(key, new Entry(old == null ? null : old.verdict(), reason));
    }
    tell(news);
  }

  /** Forgets all others. */
  public synchronized void retain(Set<Key> present) {
    entries.keySet().retainAll(present);
    told.keySet().retainAll(present);
  }

  /** Tells what was kept back if a freeze is over; to be called now and then. */
  public void thaw() {
    boolean news;
    synchronized (this) {
      if (isFrozen()) {
        return;
      }
      frozenUntil = null;
      news = told.keySet().retainAll(entries.keySet());
      for (Map.Entry<Key, Entry> each : entries.entrySet()) {
        news |= update(each.getKey(), each.getValue());
      }
    }
    tell(news);
  }

  private boolean isFrozen() {
    Instant until = frozenUntil;
    return until != null && until.isAfter(clock.instant());
  }

  private void tell(boolean news) {
    if (news) {
      listeners.forEach(Runnable::run);
    }
  }

  /* Returns whether it is news to others. */
  private boolean note(Key key, Entry entry) {
    if (entry.isEmpty()) {
      entries.remove(key);
      return !isFrozen() && told.remove(key) != null;
    }
    entries.put(key, entry);
    boolean first = entry.verdict() != null && !told.containsKey(key); // nothing that could be kept
    return (first || !isFrozen()) && update(key, entry);
  }

  private boolean update(Key key, Entry entry) {
    BackendHealth old = told.get(key);
    BackendHealth now = health(key, entry, old);
    if (now.equals(old)) {
      return false;
    }
    told.put(key, now);
    return true;
  }

  private BackendHealth health(Key key, Entry entry, @Nullable BackendHealth old) {
    Verdict found = entry.verdict();
    Verdict none = checking.contains(key.pool()) ? Verdict.NONE : Verdict.UP;
    Verdict verdict = found == null ? none : found;
    String ejected = entry.ejection();
    String reason = ejected == null ? verdict.reason() : ejected;
    boolean same =
        old != null
            && old.health() == verdict.health()
            && old.ejected() == (ejected != null)
            && old.leaving() == verdict.leaving();
    Instant since = same && old != null ? old.since() : clock.instant();
    return new BackendHealth(
        verdict.health(), ejected != null, verdict.leaving(), verdict.connects(), reason, since);
  }
}

package io.clockwise.telemetry;

import io.clockwise.telemetry.hot.HotKeys;
import io.clockwise.telemetry.hot.KeyTraffic;
import io.clockwise.telemetry.session.PoolSessions;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All meters of this instance: one set for each event loop, one for each pool and backend. */
public final class Meters {
  /** The key of a backend's meters. */
  public record Key(String pool, String backend) {}

  private final LoopMeters[] loops;
  private final ConnectionMeters connections = new ConnectionMeters();
  private volatile Map<String, Map<String, Long>> certificateExpiries = Map.of();
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Key, BackendMeters> backends = new ConcurrentHashMap<>();
  private final Map<String, PoolMeters> pools = new ConcurrentHashMap<>();
  private final Map<String, PoolSessions> sessions = new ConcurrentHashMap<>();
  private final Map<String, ProbeMeters> probes = new ConcurrentHashMap<>();
  private final Map<String, KeyTraffic> traffic = new ConcurrentHashMap<>();
  private volatile Map<String, HotKeys> hotKeys = Map.of();
  private final Map<String, ScaleMeters> scales = new ConcurrentHashMap<>();

  /** Makes the meters of so many event loops. */
  public Meters(int loops) {
    this.loops = new LoopMeters[loops];
    for (int i = 0; i < loops; i++) {
      this.loops[i] = new LoopMeters(i, loops);
    }
  }

  /** Returns the number of event loops. */
  public int loops() {
    return loops.length;
  }

  /** Returns the meters of the event loop with this index. */
  public LoopMeters loop(int index) {
    return loops[index];
  }

  /** Returns what is counted of client connections that did not go well. */
  public ConnectionMeters connections() {
    return connections;
  }

  /** Returns when certificates expire, in seconds since 1970, by listener and file. */
  public Map<String, Map<String, Long>> certificateExpiries() {
    return certificateExpiries;
  }

  /** Says when certificates expire. */
  public void certificateExpiries(Map<String, Map<String, Long>> expiries) {
    certificateExpiries = expiries;
  }

  /** Returns the meters of a backend, made at the first call; never on the request path. */
  public BackendMeters backend(String pool, String id) {
    return backends.computeIfAbsent(
        new Key(pool, id),
        key -> new BackendMeters(loops.length, numbers.incrementAndGet(), pool(pool)));
  }

  /** Returns the meters of a pool, made at the first call; never on the request path. */
  public PoolMeters pool(String pool) {
    return pools.computeIfAbsent(pool, name -> new PoolMeters(loops.length));
  }

  /**
   * Returns the keys and sessions of a pool that were seen lately, made at the first call and kept
   * as long as the pool; never on the request path.
   *
   * @param idleSeconds a key that was not seen for so long is forgotten
   * @param entries how many keys are remembered at most
   */
  public PoolSessions sessions(String pool, int idleSeconds, int entries) {
    PoolSessions found =
        sessions.computeIfAbsent(
            pool, name -> new PoolSessions(loops.length, idleSeconds, entries));
    found.settings(idleSeconds, entries);
    return found;
  }

  /** Returns the keys and sessions of a pool; null: it has no affinity. */
  public @Nullable PoolSessions sessions(String pool) {
    return sessions.get(pool);
  }

  /**
   * Returns what is counted of the keys of a pool, made at the first call and kept as long as the
   * pool; never on the request path.
   */
  public KeyTraffic traffic(String pool) {
    return traffic.computeIfAbsent(pool, name -> new KeyTraffic(loops.length));
  }

  /** Forgets what is counted of the keys of all other pools. */
  public void retainTraffic(Set<String> pools) {
    traffic.keySet().retainAll(pools);
  }

  /** Returns the keys of a pool that are hot. */
  public HotKeys hotKeys(String pool) {
    return hotKeys.getOrDefault(pool, HotKeys.NONE);
  }

  /** Says which keys are hot, by pool. */
  public void hotKeys(Map<String, HotKeys> found) {
    hotKeys = Map.copyOf(found);
  }

  /** Returns what is counted of the checks of a pool, made at the first call. */
  public ProbeMeters probes(String pool) {
    return probes.computeIfAbsent(pool, name -> new ProbeMeters());
  }

  /** Returns what is counted of checks, by pool. */
  public Map<String, ProbeMeters> probes() {
    return Collections.unmodifiableMap(probes);
  }

  /** Forgets what was counted of the checks of all other pools. */
  public void retainProbes(Set<String> pools) {
    probes.keySet().retainAll(pools);
  }

  /** Returns what is counted of the autoscale of a pool, made at the first call. */
  public ScaleMeters scale(String pool) {
    return scales.computeIfAbsent(pool, name -> new ScaleMeters());
  }

  /** Forgets the keys and sessions of all other pools. */
  public void retainSessions(Set<String> pools) {
    sessions.keySet().retainAll(pools);
  }

  /** Forgets the meters of backends that are gone and have no request left. */
  public void retain(Set<Key> present) {
    backends
        .entrySet()
        .removeIf(e -> !present.contains(e.getKey()) && e.getValue().inFlight() == 0);
    Set<String> left = backends.keySet().stream().map(Key::pool).collect(Collectors.toSet());
    pools.keySet().retainAll(left);
  }
}

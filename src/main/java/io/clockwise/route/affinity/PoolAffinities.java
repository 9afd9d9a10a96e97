package io.clockwise.route.affinity;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.SecretFile;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.session.PoolSessions;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the affinity of pools from their settings; not on the request path. */
public final class PoolAffinities {
  /* What another loop has noted by a table that is a moment older is not overlooked. */
  private static final int SETTLING_SECONDS = 2;
  private static final int MOST_SESSIONS = 1_000_000;

  private final Meters meters;
  private final Supplier<byte[]> generatedKey;
  private final InstantSource clock;

  /**
   * Makes it.
   *
   * @param generatedKey the secret that signs cookies where none is configured; asked only then
   */
  public PoolAffinities(Meters meters, Supplier<byte[]> generatedKey, InstantSource clock) {
    this.meters = meters;
    this.generatedKey = generatedKey;
    this.clock = clock;
  }

  /** Makes it with a secret that lives as long as the process. */
  public static PoolAffinities inMemory(Meters meters) {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    return new PoolAffinities(meters, secret::clone, InstantSource.system());
  }

  /**
   * Makes that of one pool.
   *
   * @param ids of its backends, in the order of their dense indices
   * @param backends their meters, in the same order
   * @param old that of the pool's snapshot before; null: there is none
   */
  public PoolAffinity of(
      String pool,
      AffinityConfig config,
      List<String> ids,
      List<BackendMeters> backends,
      @Nullable PoolAffinity old) {
    if (config instanceof AffinityConfig.None) {
      return PoolAffinity.NONE;
    }
    int idle = (int) config.idle().toSeconds();
    int entries = config instanceof AffinityConfig.Table table ? table.entries() : MOST_SESSIONS;
    PoolSessions sessions = meters.sessions(pool, idle, entries);
    CookieAffinity cookie =
        config instanceof AffinityConfig.Cookie own
            ? cookie(pool, own, ids, old == null ? null : old.cookie())
            : null;
    return new PoolAffinity(
        cookie,
        config instanceof AffinityConfig.Table,
        sessions,
        idle,
        clock.millis() / 1000 + SETTLING_SECONDS,
        backends.stream().mapToInt(BackendMeters::number).toArray());
  }

  private CookieAffinity cookie(
      String pool, AffinityConfig.Cookie config, List<String> ids, @Nullable CookieAffinity old) {
    List<CookieKey> keys =
        config.keys().isEmpty()
            ? List.of(new CookieKey(generatedKey.get()))
            : config.keys().stream().map(PoolAffinities::key).toList();
    return old != null && old.isOf(config, keys, ids)
        ? old
        : new CookieAffinity(pool, config, keys, ids);
  }

  private static CookieKey key(SecretFile file) {
    return new CookieKey(file.text().getBytes(StandardCharsets.ISO_8859_1));
  }
}

package io.clockwise.testkit;

import io.clockwise.config.PoolConfig;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.affinity.PoolAffinities;
import io.clockwise.route.affinity.PoolAffinity;
import io.clockwise.telemetry.Meters;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;

/** Affinities of pools that tests put together themselves; all know the same generated key. */
public final class TestAffinity {
  /** The generated key. */
  public static final String KEY = "a key that nobody has configured";

  private TestAffinity() {}

  /** Makes that of the pool of a {@link TestConfig}. */
  public static PoolAffinity of(PoolConfig pool, List<PoolSnapshot.Slot> slots, Meters meters) {
    return of(TestConfig.POOL, pool, slots, meters, InstantSource.system());
  }

  /** Makes that of a pool, as if a table were published at that time. */
  public static PoolAffinity of(
      String name,
      PoolConfig pool,
      List<PoolSnapshot.Slot> slots,
      Meters meters,
      InstantSource clock) {
    return new PoolAffinities(meters, () -> KEY.getBytes(StandardCharsets.US_ASCII), clock)
        .of(
            name,
            pool.session().affinity(),
            slots.stream().map(slot -> slot.backend().id()).toList(),
            slots.stream().map(PoolSnapshot.Slot::meters).toList(),
            null);
  }
}

package io.clockwise.app.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.Meters;
import io.clockwise.testkit.TestConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionFileTest {
  private static final long NOW = 1_800_000_000L;
  private static final int KEYS = 5000;
  private static final int IDLE = 600;

  @TempDir private Path directory;

  private static PoolSnapshot pool(Meters meters, String... ids) {
    TestConfig config =
        TestConfig.of()
            .withBackends(
                Stream.of(ids)
                    .map(
                        id ->
                            new BackendConfig(
                                id, new BackendAddress("192.0.2.1", 80), 1, AdminState.READY))
                    .toList())
            .withPool(
                pool ->
                    pool.withSession(
                        SessionConfig.DEFAULT.withAffinity(AffinityConfig.Table.DEFAULT)));
    return Objects.requireNonNull(config.table(1, meters).pools().get(TestConfig.POOL));
  }

  private static long hash(int key) {
    return key * 0x9e3779b97f4a7c15L;
  }

  /* Of the keys from 1 on, each fifth is too old. */
  private Path written() throws IOException {
    PoolSnapshot pool = pool(new Meters(2), "a", "b", "c");
    for (int key = 1; key <= KEYS; key++) {
      long second = key % 5 == 0 ? NOW - IDLE - 1 : NOW - key % 100;
      pool.affinity().note(key % 2, hash(key), key % 3, second);
    }
    new SessionFile(directory, "test").write(pool, NOW);
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  @Test
  void whatWasFreshIsRememberedUnderItsId() throws IOException {
    written();
    Meters meters = new Meters(3);
    meters.backend(TestConfig.POOL, "elsewhere"); // numbers are others than before
    PoolSnapshot pool = pool(meters, "0", "a", "c");
    int restored = new SessionFile(directory, "test").restore(pool, NOW);
    int kept = 0;
    for (int key = 1; key <= KEYS; key++) {
      int found = pool.affinity().find(2, hash(key), NOW);
      boolean stays = key % 5 != 0 && key % 3 != 1; // not too old, its backend not gone
      assertThat(found).isEqualTo(!stays ? -1 : key % 3 == 0 ? 1 : 2);
      kept += stays ? 1 : 0;
    }
    assertThat(restored).isEqualTo(kept);
  }

  @Test
  void timeGoesOnMeanwhile() throws IOException {
    written();
    PoolSnapshot pool = pool(new Meters(1), "a", "b", "c");
    assertThat(new SessionFile(directory, "test").restore(pool, NOW + 2 * IDLE)).isZero();
  }

  @Test
  void aDamagedFileRestoresNothing() throws IOException {
    Path file = written();
    byte[] whole = Files.readAllBytes(file);
    for (int at : new int[] {0, 5, 9, 12, 200, whole.length - 1}) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x40;
      Files.write(file, damaged);
      PoolSnapshot pool = pool(new Meters(1), "a", "b", "c");
      assertThatThrownBy(() -> new SessionFile(directory, "test").restore(pool, NOW))
          .isInstanceOf(IOException.class);
      assertThat(pool.affinity().find(0, hash(1), NOW)).isEqualTo(-1);
    }
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    PoolSnapshot pool = pool(new Meters(1), "a", "b", "c");
    assertThatThrownBy(() -> new SessionFile(directory, "test").restore(pool, NOW))
        .isInstanceOf(IOException.class);
  }

  @Test
  void noFileIsNothing() throws IOException {
    PoolSnapshot pool = pool(new Meters(1), "a");
    assertThat(new SessionFile(directory, "test").restore(pool, NOW)).isZero();
  }
}

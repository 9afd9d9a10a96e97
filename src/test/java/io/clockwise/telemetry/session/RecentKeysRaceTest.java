package io.clockwise.telemetry.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One writer that grows and sweeps the table, and readers beside it. */
@Timeout(60)
class RecentKeysRaceTest {
  private static final int KEYS = 4096;
  private static final int ROUNDS = 300;
  private static final long START = 1_000_000;

  private static long hash(int key) {
    return (key + 1) * 0x9e3779b97f4a7c15L;
  }

  /* Of a key, any reader sees a backend that is the key's own, in any of the rounds. */
  private static int backend(int key, int round) {
    return key * 8 + round % 8 + 1;
  }

  private static int keyOf(int backend) {
    return (backend - 1) / 8;
  }

  private static long read(RecentKeys keys, AtomicBoolean over) {
    long found = 0;
    while (!over.get()) {
      for (int key = 0; key < KEYS; key++) {
        long meta = keys.find(hash(key));
        if (meta != RecentKeys.ABSENT) {
          found++;
          assertThat(keyOf(RecentKeys.backend(meta))).isEqualTo(key);
          assertThat(RecentKeys.second(meta)).isBetween(START, START + ROUNDS);
        }
      }
    }
    return found;
  }

  private static long show(RecentKeys keys, AtomicBoolean over) {
    long shown = 0;
    while (!over.get()) {
      List<Long> metas = new ArrayList<>();
      keys.forEach(
          START,
          (hash, meta) -> {
            assertThat(hash(keyOf(RecentKeys.backend(meta)))).isEqualTo(hash);
            metas.add(meta);
          });
      shown += metas.size();
    }
    return shown;
  }

  @Test
  void noReaderSeesAKeyWithTheBackendOfAnotherOne() throws Exception {
    RecentKeys keys = new RecentKeys(new RecentKeys.Bounds(10, KEYS / 2));
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Long> reader = threads.submit(() -> read(keys, over));
      Future<Long> shower = threads.submit(() -> show(keys, over));
      for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 200; i++) {
          int key = (round * 97 + i) % KEYS;
          keys.note(hash(key), backend(key, round), START + round);
        }
      }
      over.set(true);
      assertThat(reader.get(30, TimeUnit.SECONDS)).isNotNegative();
      assertThat(shower.get(30, TimeUnit.SECONDS)).isNotNegative();
      assertThat(keys.size()).isPositive().isLessThanOrEqualTo(KEYS / 2);
    } finally {
      over.set(true);
      threads.shutdownNow();
    }
  }
}

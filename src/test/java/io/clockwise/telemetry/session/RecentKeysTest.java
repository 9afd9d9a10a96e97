package io.clockwise.telemetry.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.Allocation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RecentKeysTest {
  private static final int IDLE = 100;
  private static final long START = 1_800_000_000L;

  private static RecentKeys keys(long most) {
    return new RecentKeys(new RecentKeys.Bounds(IDLE, most));
  }

  private static long[] hashes(int count) {
    SplittableRandom random = new SplittableRandom(3);
    long[] hashes = new long[count];
    for (int i = 0; i < count; i++) {
      hashes[i] = random.nextLong();
    }
    return hashes;
  }

  @Test
  void whatWasNotedIsFound() {
    RecentKeys keys = keys(1000);
    assertThat(keys.find(5)).isEqualTo(RecentKeys.ABSENT);
    assertThat(keys.note(5, 7, START)).isTrue();
    assertThat(RecentKeys.backend(keys.find(5))).isEqualTo(7);
    assertThat(RecentKeys.second(keys.find(5))).isEqualTo(START);
    assertThat(keys.note(5, 9, START + 1)).isTrue();
    assertThat(RecentKeys.backend(keys.find(5))).isEqualTo(9);
    assertThat(RecentKeys.second(keys.find(5))).isEqualTo(START + 1);
    assertThat(keys.size()).isEqualTo(1);
  }

  @Test
  void eachHashIsAKey() {
    RecentKeys keys = keys(1000);
    for (long hash : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThat(keys.note(hash, 3, START)).isTrue();
      assertThat(RecentKeys.backend(keys.find(hash))).isEqualTo(3);
    }
    assertThat(keys.size()).isEqualTo(4);
  }

  @Test
  void secondsGoOnUntilTheEndOfTheirWord() {
    RecentKeys keys = keys(1000);
    long late = (1L << 32) - 1;
    keys.note(5, Integer.MAX_VALUE, late);
    assertThat(RecentKeys.second(keys.find(5))).isEqualTo(late);
    assertThat(RecentKeys.backend(keys.find(5))).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void manyKeysAreAllFound() {
    RecentKeys keys = keys(200_000);
    long[] hashes = hashes(150_000);
    for (int i = 0; i < hashes.length; i++) {
      assertThat(keys.note(hashes[i], i + 1, START)).isTrue();
    }
    assertThat(keys.size()).isEqualTo(hashes.length);
    for (int i = 0; i < hashes.length; i++) {
      assertThat(RecentKeys.backend(keys.find(hashes[i]))).isEqualTo(i + 1);
    }
  }

  @Test
  void aKeyTakesAsMuchMemoryAsIsSaid() {
    RecentKeys keys = keys(1_000_000);
    long[] hashes = hashes(1_000_000);
    for (int i = 0; i < hashes.length; i++) {
      keys.note(hashes[i], 1, START);
      if (i >= 200_000 && i % 100_000 == 0) {
        assertThat((double) keys.sizeInBytes() / keys.size()).isBetween(21.0, 29.0);
      }
    }
  }

  @Test
  void fullMeansNoNewKeyAndNoneIsEvicted() {
    RecentKeys keys = keys(2000);
    long[] hashes = hashes(2500);
    for (int i = 0; i < hashes.length; i++) {
      assertThat(keys.note(hashes[i], 1, START)).isEqualTo(i < 2000);
    }
    assertThat(keys.size()).isEqualTo(2000);
    assertThat(keys.full()).isEqualTo(500);
    for (int i = 0; i < hashes.length; i++) {
      assertThat(keys.find(hashes[i]) != RecentKeys.ABSENT).isEqualTo(i < 2000);
    }
    assertThat(keys.note(hashes[1999], 2, START + 1)).isTrue(); // a known one has its place
  }

  @Test
  void roomComesBackWhenKeysAreTooOld() {
    RecentKeys keys = keys(2000);
    long[] hashes = hashes(6000);
    for (int i = 0; i < 2000; i++) {
      keys.note(hashes[i], 1, START);
    }
    assertThat(keys.note(hashes[2000], 1, START + IDLE)).isFalse();
    int taken = 0;
    for (int i = 2000; i < 4000; i++) {
      taken += keys.note(hashes[i], 2, START + IDLE + 10) ? 1 : 0;
    }
    assertThat(taken).isGreaterThan(1900);
    assertThat(keys.size()).isLessThanOrEqualTo(2000);
  }

  @Test
  void whatIsTooOldGoesBeforeATableGrows() {
    RecentKeys keys = keys(1_000_000);
    long[] hashes = hashes(100_000);
    for (int i = 0; i < hashes.length; i++) {
      keys.note(hashes[i], 1, START + i / 10); // a thousand at a time are not too old
    }
    assertThat(keys.size()).isLessThan(20_000);
    assertThat(keys.sizeInBytes()).isLessThan(1_000_000);
  }

  @Test
  void eachFreshKeyIsShownOnce() {
    RecentKeys keys = keys(10_000);
    long[] hashes = hashes(1000);
    for (int i = 0; i < hashes.length; i++) {
      keys.note(hashes[i], 1, START + i / 10);
    }
    List<Long> shown = new ArrayList<>();
    keys.forEach(START + 60, (key, meta) -> shown.add(key));
    assertThat(shown).hasSize(400).doesNotHaveDuplicates().contains(hashes[600]);
  }

  @Test
  void boundsMayChange() {
    RecentKeys keys = keys(1000);
    long[] hashes = hashes(3000);
    for (int i = 0; i < 1000; i++) {
      keys.note(hashes[i], 1, START);
    }
    assertThat(keys.note(hashes[1000], 1, START)).isFalse();
    keys.bounds(new RecentKeys.Bounds(IDLE, 3000));
    for (int i = 1000; i < 3000; i++) {
      assertThat(keys.note(hashes[i], 1, START)).isTrue();
    }
  }

  @Test
  void knownKeysCostNoObject() {
    RecentKeys keys = keys(100_000);
    long[] hashes = hashes(10_000);
    for (long hash : hashes) {
      keys.note(hash, 1, START);
    }
    Allocation.assertNone(
        i -> {
          long hash = hashes[i % hashes.length];
          return (keys.note(hash, 1 + i % 3, START + i) ? 1 : 0) + (int) keys.find(hash);
        });
  }
}

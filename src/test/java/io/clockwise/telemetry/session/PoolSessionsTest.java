package io.clockwise.telemetry.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.Allocation;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolSessionsTest {
  private static final long START = 1_800_000_000L;

  private final PoolSessions sessions = new PoolSessions(3, 60, 30_000);

  private int backendOf(int loop, long hash, long settled) {
    return PoolSessions.backend(sessions.find(loop, hash, settled));
  }

  private static long hash(int key) {
    return key * 0x9e3779b97f4a7c15L;
  }

  @Test
  void whatALoopNotesAllLoopsFind() {
    assertThat(sessions.find(0, 9, 0)).isEqualTo(PoolSessions.NONE);
    sessions.note(1, 9, 5, START);
    for (int loop = 0; loop < 3; loop++) {
      assertThat(backendOf(loop, 9, START)).isEqualTo(5);
    }
  }

  @Test
  void theNewestWins() {
    sessions.note(0, 9, 5, START);
    sessions.note(2, 9, 6, START + 3);
    sessions.note(1, 9, 7, START + 2);
    for (int loop = 0; loop < 3; loop++) {
      assertThat(backendOf(loop, 9, START + 10)).isEqualTo(6);
    }
  }

  @Test
  void whatIsSettledNeedsNoOtherLoop() {
    sessions.note(0, 9, 5, START + 1);
    sessions.note(1, 9, 6, START + 2);
    assertThat(backendOf(0, 9, START + 1)).isEqualTo(5);
    assertThat(backendOf(0, 9, START + 2)).isEqualTo(6);
  }

  @Test
  void aKeyOfSeveralLoopsCountsOnceWhereItIsNow() {
    sessions.note(0, 9, 5, START);
    sessions.note(1, 9, 5, START + 1);
    sessions.note(2, 10, 5, START + 1);
    assertThat(sessions.seenSince(5, START)).isEqualTo(2);
    sessions.note(2, 9, 6, START + 2);
    assertThat(sessions.seenSince(5, START)).isEqualTo(1);
    assertThat(sessions.seenSince(6, START)).isEqualTo(1);
    assertThat(sessions.seenSince(START)).isEqualTo(Map.of(5, 1L, 6, 1L));
    assertThat(sessions.seenSince(START + 2)).isEqualTo(Map.of(6, 1L));
    assertThat(sessions.seenSince(5, START + 3)).isZero();
  }

  @Test
  void inTheSameSecondItCountsOnceToo() {
    sessions.note(0, 9, 5, START);
    sessions.note(1, 9, 5, START);
    sessions.note(2, 9, 5, START);
    assertThat(sessions.seenSince(5, START)).isEqualTo(1);
  }

  @Test
  void anEndedSessionCountsNowhere() {
    sessions.note(0, 9, 5, START);
    sessions.note(1, 9, PoolSessions.NOBODY, START + 1);
    assertThat(sessions.seenSince(START)).isEmpty();
    assertThat(backendOf(0, 9, START + 1)).isEqualTo(PoolSessions.NOBODY);
  }

  @Test
  void restoredKeysAreTheOldestOfAll() {
    sessions.note(0, hash(1), 5, START);
    sessions.restore(
        2,
        into -> {
          into.visit(hash(1), 8, START - 5);
          into.visit(hash(2), 8, START - 5);
        });
    assertThat(backendOf(1, hash(1), START)).isEqualTo(5);
    assertThat(backendOf(1, hash(2), START)).isEqualTo(8);
    assertThat(sessions.seenSince(START - 10)).isEqualTo(Map.of(5, 1L, 8, 1L));
    sessions.forgetRestored();
    assertThat(sessions.find(1, hash(2), START)).isEqualTo(PoolSessions.NONE);
  }

  @Test
  void whatIsShownCanBeRestored() {
    for (int key = 1; key <= 1000; key++) {
      sessions.note(key % 3, hash(key), 1 + key % 5, START + key % 40);
    }
    Map<Long, String> shown = new HashMap<>();
    sessions.forEach(START, (hash, backend, second) -> shown.put(hash, backend + " " + second));
    PoolSessions other = new PoolSessions(2, 60, 1000);
    other.restore(
        1000,
        into -> sessions.forEach(START, (hash, backend, at) -> into.visit(hash, backend, at)));
    Map<Long, String> again = new HashMap<>();
    other.forEach(START, (hash, backend, second) -> again.put(hash, backend + " " + second));
    assertThat(again).hasSize(1000).isEqualTo(shown);
  }

  @Test
  void entriesAreSharedByTheLoops() {
    PoolSessions few = new PoolSessions(2, 60, 1000);
    for (int key = 1; key <= 600; key++) {
      few.note(0, hash(key), 1, START);
    }
    assertThat(few.size()).isEqualTo(500);
    assertThat(few.full()).isEqualTo(100);
    few.settings(60, 2000);
    assertThat(few.note(0, hash(601), 1, START)).isTrue();
    assertThat(few.sizeInBytes()).isBetween(500 * 21L, 500 * 40L);
  }

  @Test
  void findingCostsNoObject() {
    for (int key = 0; key < 1000; key++) {
      sessions.note(key % 3, hash(key), 1, START);
    }
    Allocation.assertNone(i -> backendOf(i % 3, hash(i % 2000), START + 1));
  }
}

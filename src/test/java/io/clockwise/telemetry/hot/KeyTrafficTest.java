package io.clockwise.telemetry.hot;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.RoutingKey;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Windows of keys, and what is read of them while they are written. */
class KeyTrafficTest {
  private static final long W = KeyTraffic.WINDOW_MILLIS;
  private static final long BEGIN = 1_000 * W;

  private final KeyTraffic traffic = new KeyTraffic(2);

  private void note(int loop, long key, int times, long epochMillis) {
    for (int i = 0; i < times; i++) {
      traffic.note(loop, RoutingKey.ofHash(key), epochMillis);
    }
  }

  private List<String> recent(long epochMillis) {
    return traffic.recent(epochMillis).keys().stream()
        .map(key -> key.hash() + ":" + key.count() + "-" + key.error())
        .toList();
  }

  @Test
  void aWindowIsThereWhenItHasEndedAndForTwoMore() {
    assertThat(traffic.recent(BEGIN)).isEqualTo(KeyShares.NONE);
    note(0, 7, 3, BEGIN);
    note(0, 8, 1, BEGIN + W - 1);
    assertThat(recent(BEGIN + W)).as("not handed over").isEmpty();
    note(0, 9, 1, BEGIN + W);
    assertThat(recent(BEGIN + W - 1)).as("not over").isEmpty();
    assertThat(recent(BEGIN + W)).containsExactly("7:3-0", "8:1-0");
    note(0, 7, 1, BEGIN + 2 * W);
    assertThat(recent(BEGIN + 2 * W)).containsExactly("7:3-0", "8:1-0", "9:1-0");
    assertThat(traffic.recent(BEGIN + 2 * W).requests()).isEqualTo(5);
    assertThat(traffic.recent(BEGIN + 2 * W).largest()).isEqualTo(0.6);
    note(0, 1, 1, BEGIN + 3 * W);
    assertThat(recent(BEGIN + 3 * W)).containsExactly("7:1-0", "9:1-0");
    assertThat(recent(BEGIN + 5 * W)).as("nothing came since").isEmpty();
  }

  @Test
  void aClockThatIsSetBackBeginsAnew() {
    note(0, 7, 3, BEGIN + 10 * W);
    note(0, 8, 2, BEGIN);
    note(0, 9, 1, BEGIN + W);
    assertThat(recent(BEGIN + W)).containsExactly("8:2-0");
  }

  @Test
  void loopsAreMergedWithTheirErrors() {
    note(0, 7, 50, BEGIN);
    note(1, 7, 50, BEGIN);
    for (int key = 100; key < 100 + 2 * KeySketch.COUNTERS; key++) {
      note(1, key, 1, BEGIN);
    }
    note(0, 1, 1, BEGIN + W);
    note(1, 1, 1, BEGIN + W);
    KeyShares merged = traffic.recent(BEGIN + W);
    HeavyKey first = merged.keys().get(0);
    assertThat(merged.requests()).isEqualTo(100 + 2 * KeySketch.COUNTERS);
    assertThat(first).isEqualTo(new HeavyKey(7, 100, 0, 100.0 / merged.requests(), null));

    note(0, 55, 20, BEGIN + 2 * W);
    for (int key = 100; key < 100 + 2 * KeySketch.COUNTERS; key++) {
      note(1, key, 1, BEGIN + 2 * W);
    }
    note(0, 1, 1, BEGIN + 3 * W);
    note(1, 1, 1, BEGIN + 3 * W);
    HeavyKey seenByOne = traffic.recent(BEGIN + 3 * W).keys().get(0);
    assertThat(seenByOne.hash()).isEqualTo(55);
    assertThat(seenByOne.count()).as("the other loop may have had some").isEqualTo(22);
    assertThat(seenByOne.error()).isEqualTo(2);
  }

  @Test
  void keysAreKeptWhereTheyMayBeShown() {
    byte[] bytes = ("x" + "é".repeat(40)).getBytes(StandardCharsets.UTF_8);
    RoutingKey key = new RoutingKey().set(bytes, 1, 6, 7);
    RoutingKey longKey = new RoutingKey().set(bytes, 0, bytes.length, 8);
    traffic.note(0, key, BEGIN);
    traffic.note(0, key, BEGIN + W);
    assertThat(traffic.recent(BEGIN + W).keys().get(0).text()).isNull();
    traffic.keepTexts(true);
    traffic.note(0, key, BEGIN + 2 * W);
    traffic.note(0, key, BEGIN + 2 * W);
    traffic.note(0, longKey, BEGIN + 2 * W);
    traffic.keepTexts(false);
    traffic.note(0, key, BEGIN + 3 * W);
    List<HeavyKey> keys = traffic.recent(BEGIN + 3 * W).keys();
    assertThat(keys.get(0).text().shown()).isEqualTo("ééé");
    assertThat(keys.get(0).key(true).length()).isEqualTo(6);
    assertThat(keys.get(1).text().shown()).startsWith("xéé").endsWith("…");
    assertThat(keys.get(1).key(true)).as("not all of it is known").isNull();
    assertThat(keys.get(1).key(false).hash()).isEqualTo(8);
    traffic.note(0, key, BEGIN + 4 * W);
    traffic.note(0, key, BEGIN + 5 * W);
    assertThat(traffic.recent(BEGIN + 5 * W).keys().get(0).text()).isNull();
  }

  /* Every tenth request has the key, in step: a sample that took each tenth would see it always. */
  @Test
  void busyLoopsAreSampledWithoutFallingIntoStep() {
    SplittableRandom random = new SplittableRandom(5);
    RoutingKey key = new RoutingKey();
    int requests = 100_000;
    for (int window = 0; window < 3; window++) {
      for (int i = 0; i < requests; i++) {
        key.setHash(i % 10 == 0 ? 7 : random.nextLong());
        traffic.note(0, key, BEGIN + window * W + i * W / requests);
      }
    }
    note(0, 1, 1, BEGIN + 3 * W);
    KeyShares recent = traffic.recent(BEGIN + 3 * W);
    assertThat(recent.requests()).isEqualTo(2 * requests);
    HeavyKey first = recent.keys().get(0);
    assertThat(first.hash()).isEqualTo(7);
    assertThat(first.share()).isBetween(0.09, 0.11);
    assertThat(first.count()).isBetween(18_000L, 22_000L + first.error());
  }

  @Test
  void oneRequestInEightAndAHalfIsCounted() {
    KeySketch sketch = new KeySketch(W);
    RoutingKey key = RoutingKey.ofHash(7);
    for (long i = 0; i < KeySketch.BUSY; i++) {
      sketch.note(key, BEGIN);
    }
    for (int i = 0; i < KeySketch.BUSY; i++) {
      sketch.note(RoutingKey.ofHash(i), BEGIN + W);
    }
    sketch.note(key, BEGIN + 2 * W);
    KeyWindow window = sketch.finished().get(0);
    assertThat(window.total()).isEqualTo(KeySketch.BUSY);
    assertThat(window.least()).as("8.5 times that of %s", KeySketch.BUSY / 8.5).isBetween(50, 70);
    assertThat(sketch.finished().get(1).count(0)).isEqualTo((int) KeySketch.BUSY);
  }

  /* Window i has the key i alone, i % 50 + 1 times, so that a torn one can be told from a whole. */
  @Test
  @Timeout(30)
  void readersSeeWholeWindowsOnly() throws InterruptedException {
    KeySketch sketch = new KeySketch(W);
    AtomicBoolean over = new AtomicBoolean();
    Thread writer = new Thread(() -> write(sketch, over));
    writer.start();
    List<String> torn = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (System.nanoTime() < end) {
      List<KeyWindow> finished = sketch.finished();
      finished.forEach(window -> look(window, seen, torn));
      if (finished.size() == 2 && finished.get(0).index() != finished.get(1).index() + 1) {
        torn.add(finished.get(0).index() + " after " + finished.get(1).index());
      }
    }
    over.set(true);
    writer.join();
    assertThat(torn).isEmpty();
    assertThat(seen).hasSizeGreaterThan(20);
  }

  private static void write(KeySketch sketch, AtomicBoolean over) {
    RoutingKey key = new RoutingKey();
    for (long window = 1_000; !over.get(); window++) {
      for (int i = 0; i <= window % 50; i++) {
        sketch.note(key.setHash(window), window * W);
      }
    }
  }

  private static void look(KeyWindow window, Set<Long> seen, List<String> torn) {
    long index = window.index();
    seen.add(index);
    long right = index % 50 + 1;
    if (window.size() != 1
        || window.key(0) != index
        || window.count(0) != right
        || window.total() != right
        || window.error(0) != 0) {
      torn.add(index + ": " + window.key(0) + " " + window.count(0) + " of " + window.total());
    }
  }

  @Test
  void countingAllocatesNothingWithinAWindow() {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    RoutingKey key = new RoutingKey();
    SplittableRandom random = new SplittableRandom(1);
    long id = Thread.currentThread().getId();
    for (int i = 0; i < 200_000; i++) {
      traffic.note(0, key.setHash(random.nextLong()), BEGIN);
    }
    long before = threads.getThreadAllocatedBytes(id);
    for (int i = 0; i < 100_000; i++) {
      traffic.note(0, key.setHash(random.nextLong()), BEGIN);
    }
    assertThat(threads.getThreadAllocatedBytes(id) - before).isLessThan(10_000);
  }
}

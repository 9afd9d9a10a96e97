package io.clockwise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CounterTest {

  @Test
  void countsWhatIsAdded() {
    Counter counter = new Counter();
    assertThat(counter.get()).isZero();
    counter.increment();
    counter.add(41);
    assertThat(counter.get()).isEqualTo(42);
    counter.add(-2);
    assertThat(counter.get()).isEqualTo(40);
  }

  @Test
  void arraysAreOfDistinctCounters() {
    Counter[] counters = Counter.array(3);
    counters[1].increment();
    assertThat(counters).extracting(Counter::get).containsExactly(0L, 1L, 0L);
  }

  @Test
  void aReaderSeesACountThatOnlyGrowsUpToItsEnd() {
    Counter counter = new Counter();
    long end = 200_000;
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (long i = 0; i < end; i++) {
                counter.increment();
              }
            });
    long last = 0;
    while (last < end) {
      long now = counter.get();
      assertThat(now).isBetween(last, end);
      last = now;
      if (writer.isDone()) {
        last = counter.get();
        break;
      }
    }
    writer.join();
    assertThat(counter.get()).isEqualTo(end);
  }
}

package io.clockwise.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RoutingTableRefTest {
  private final RoutingTableRef ref = new RoutingTableRef(Tables.tableOf(1));

  /** An event loop that runs its tasks when the test says so. */
  private static final class ManualLoop implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    @Override
    public void execute(Runnable task) {
      tasks.add(task);
    }

    void run() {
      while (!tasks.isEmpty()) {
        tasks.remove().run();
      }
    }
  }

  @Test
  void aTableIsSeenAtOnceAndToldWhenEveryLoopRan() {
    ManualLoop one = new ManualLoop();
    ManualLoop two = new ManualLoop();
    LoopSeat first = ref.join("loop-0", one);
    ref.join("loop-1", two);
    assertThat(ref.lagging(1)).containsExactly("loop-0", "loop-1");
    one.run();
    two.run();
    assertThat(ref.lagging(1)).isEmpty();

    RoutingTable next = Tables.tableOf(2);
    CompletableFuture<Void> told = ref.publish(next);
    assertThat(ref.current()).isSameAs(next);
    assertThat(told).isNotDone();
    one.run();
    assertThat(first.epoch()).isEqualTo(2);
    assertThat(first.name()).isEqualTo("loop-0");
    assertThat(told).isNotDone();
    assertThat(ref.lagging(2)).containsExactly("loop-1");
    two.run();
    assertThat(told).isCompleted();
    assertThat(ref.lagging(2)).isEmpty();
  }

  @Test
  void withoutLoopsAPublishIsDoneAtOnce() {
    assertThat(ref.publish(Tables.tableOf(2))).isCompleted();
  }

  @Test
  void aLoopThatLeftIsNotWaitedFor() {
    LoopSeat seat = ref.join("loop-0", new ManualLoop());
    ref.leave(seat);
    assertThat(ref.publish(Tables.tableOf(2))).isCompleted();
    assertThat(ref.lagging(2)).isEmpty();
  }

  @Test
  void aLoopThatEndedIsNotWaitedFor() {
    Executor ended =
        task -> {
          throw new RejectedExecutionException();
        };
    ref.join("loop-0", ended);
    assertThat(ref.publish(Tables.tableOf(2))).isCompleted();
    assertThat(ref.lagging(2)).isEmpty();
  }

  @Test
  void anOlderTaskDoesNotTakeASeatBack() {
    ManualLoop loop = new ManualLoop();
    LoopSeat seat = ref.join("loop-0", loop);
    ref.publish(Tables.tableOf(5));
    seat.ask(3, () -> {});
    loop.run();
    assertThat(seat.epoch()).isEqualTo(5);
  }

  @Test
  void epochsOnlyGrow() {
    assertThatIllegalStateException()
        .isThrownBy(() -> ref.publish(Tables.tableOf(1)))
        .withMessage("epoch 1 is not newer");
    assertThat(ref.current().epoch()).isEqualTo(1);
  }

  @Test
  void aRealThreadSeesTheTableThatItWasToldOf() throws Exception {
    ExecutorService loop = Executors.newSingleThreadExecutor();
    try {
      ref.join("loop-0", loop);
      for (int epoch = 2; epoch < 200; epoch++) {
        ref.publish(Tables.tableOf(epoch)).get(10, TimeUnit.SECONDS);
        long seen = loop.submit(() -> ref.current().epoch()).get(10, TimeUnit.SECONDS);
        assertThat(seen).isEqualTo(epoch);
      }
    } finally {
      loop.shutdown();
    }
  }
}

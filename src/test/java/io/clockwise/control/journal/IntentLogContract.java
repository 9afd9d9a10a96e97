package io.clockwise.control.journal;

import static io.clockwise.control.intent.Intents.filed;
import static io.clockwise.control.intent.Intents.operated;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentLog;
import io.clockwise.event.IntentLog.News;
import io.clockwise.model.AdminState;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every intent log must do. */
abstract class IntentLogContract {
  private static final ChangeRecord DRAIN = operated(wish("a", AdminState.DRAIN));

  /** Returns an empty log that holds a thousand records at least. */
  abstract IntentLog empty();

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(5, TimeUnit.SECONDS).join();
  }

  private static AppendOutcome append(IntentLog log, long expected) {
    return get(log.append(expected, DRAIN));
  }

  private static List<Long> revisions(Queue<News> heard) {
    return heard.stream().map(news -> ((News.Committed) news).record().revision()).toList();
  }

  private static void awaitRevisions(Queue<News> heard, long first, long last) {
    await()
        .untilAsserted(
            () ->
                assertThat(revisions(heard))
                    .containsExactlyElementsOf(
                        LongStream.rangeClosed(first, last).boxed().toList()));
  }

  @Test
  void anEmptyLogHasNoHead() {
    IntentLog log = empty();
    assertThat(get(log.head()).revision()).isZero();
    assertThat(get(log.since(0))).isEqualTo(new IntentLog.Later.Records(List.of()));
  }

  @Test
  void theLogGivesTheRevision() {
    IntentLog log = empty();
    ChangeRecord first = filed("abc");
    ChangeRecord one = ((AppendOutcome.Committed) get(log.append(0, first))).record();
    ChangeRecord two = ((AppendOutcome.Committed) append(log, 1)).record();
    assertThat(one).isEqualTo(first.at(one.place()));
    assertThat(two).isEqualTo(DRAIN.at(two.place()));
    assertThat(one.revision()).isEqualTo(1);
    assertThat(two.revision()).isEqualTo(2);
    assertThat(get(log.head()).revision()).isEqualTo(2);
    assertThat(get(log.since(0))).isEqualTo(new IntentLog.Later.Records(List.of(one, two)));
    assertThat(get(log.since(1))).isEqualTo(new IntentLog.Later.Records(List.of(two)));
    assertThat(get(log.since(2))).isEqualTo(new IntentLog.Later.Records(List.of()));
  }

  @Test
  void whoExpectsAnotherHeadAppendsNothing() {
    IntentLog log = empty();
    assertThat(append(log, 1)).isEqualTo(new AppendOutcome.Conflict(0));
    append(log, 0);
    assertThat(append(log, 0)).isEqualTo(new AppendOutcome.Conflict(1));
    assertThat(get(log.head()).revision()).isEqualTo(1);
  }

  @Test
  void aWatchHearsTheOldAndTheNewInOrder() {
    IntentLog log = empty();
    append(log, 0);
    append(log, 1);
    Queue<News> heard = new ConcurrentLinkedQueue<>();
    Queue<News> later = new ConcurrentLinkedQueue<>();
    IntentLog.Watch all = log.watch(0, heard::add);
    IntentLog.Watch some = log.watch(1, later::add);
    append(log, 2);
    awaitRevisions(heard, 1, 3);
    awaitRevisions(later, 2, 3);
    all.close();
    some.close();
    append(log, 3);
    log.watch(3, later::add);
    awaitRevisions(later, 2, 4);
    assertThat(heard).hasSize(3);
  }

  @Test
  void whoAppendsWhileHearingKeepsTheOrder() {
    IntentLog log = empty();
    Queue<News> heard = new ConcurrentLinkedQueue<>();
    Queue<News> second = new ConcurrentLinkedQueue<>();
    log.watch(
        0,
        news -> {
          heard.add(news);
          long revision = ((News.Committed) news).record().revision();
          if (revision < 5) {
            log.append(revision, DRAIN);
          }
        });
    log.watch(0, second::add);
    append(log, 0);
    awaitRevisions(heard, 1, 5);
    awaitRevisions(second, 1, 5);
  }

  @Test
  void ofThoseWhoAppendAtOnceOneIsFirst() {
    IntentLog log = empty();
    Queue<News> heard = new ConcurrentLinkedQueue<>();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    log.watch(0, heard::add);
    try {
      List<java.util.concurrent.Future<Integer>> won =
          IntStream.range(0, 4)
              .mapToObj(thread -> threads.submit(() -> appendUntil(log, 200)))
              .toList();
      int sum = 0;
      for (var one : won) {
        sum += get(java.util.concurrent.CompletableFuture.supplyAsync(() -> join(one)));
      }
      assertThat(sum).isEqualTo(200);
      awaitRevisions(heard, 1, 200);
    } finally {
      threads.shutdownNow();
    }
  }

  private static int join(java.util.concurrent.Future<Integer> future) {
    try {
      return future.get(5, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static int appendUntil(IntentLog log, long last) {
    int won = 0;
    while (true) {
      long head = get(log.head()).revision();
      if (head >= last) {
        return won;
      }
      if (append(log, head) instanceof AppendOutcome.Committed) {
        won++;
      }
    }
  }
}

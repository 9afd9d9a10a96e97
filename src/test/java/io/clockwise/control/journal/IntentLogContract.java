package io.clockwise.control.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.control.journal.format.RecordCodec;
import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ChangeRecord.Kind;
import io.clockwise.event.Head;
import io.clockwise.event.IntentLog;
import io.clockwise.event.IntentLog.News;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every intent log must do. */
abstract class IntentLogContract {
  private static final ChangeRecord DRAFT = Drafts.weight(2);

  /** Returns an empty log that holds a hundred records of Clockwise itself, and as many others. */
  abstract IntentLog empty();

  static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  static ChangeRecord committed(AppendOutcome outcome) {
    assertThat(outcome).isInstanceOf(AppendOutcome.Committed.class);
    return ((AppendOutcome.Committed) outcome).record();
  }

  private static AppendOutcome append(IntentLog log, long expected) {
    return get(log.append(expected, DRAFT));
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
    assertThat(get(log.head())).isEqualTo(Head.EMPTY);
    assertThat(get(log.since(0))).isEqualTo(new IntentLog.Later.Records(List.of()));
    assertThat(get(log.history())).isEmpty();
  }

  @Test
  void theLogGivesThePlace() {
    IntentLog log = empty();
    ChangeRecord draft = Drafts.file("abc");
    AppendOutcome outcome = get(log.append(0, draft));
    ChangeRecord first = committed(outcome);
    assertThat(outcome).isEqualTo(new AppendOutcome.Committed(first, true));
    assertThat(first).isEqualTo(RecordCodec.place(draft, Head.EMPTY));
    assertThat(first.revision()).isEqualTo(1);
    ChangeRecord second = committed(append(log, 1));
    assertThat(second).isEqualTo(RecordCodec.place(DRAFT, Head.EMPTY.after(first)));
    assertThat(second.place().parent()).isEqualTo(first.hash()).hasSize(64);
    assertThat(get(log.since(0))).isEqualTo(new IntentLog.Later.Records(List.of(first, second)));
    assertThat(get(log.since(1))).isEqualTo(new IntentLog.Later.Records(List.of(second)));
    assertThat(get(log.since(2))).isEqualTo(new IntentLog.Later.Records(List.of()));
  }

  @Test
  void theHeadIsWhatTheRecordsAddUpTo() {
    IntentLog log = empty();
    ChangeRecord first = committed(get(log.append(0, Drafts.file("abc"))));
    ChangeRecord second = committed(get(log.append(1, Drafts.weight(9))));
    Head head = get(log.head());
    assertThat(head).isEqualTo(Head.EMPTY.after(first).after(second));
    assertThat(head.hash()).isEqualTo(second.hash());
    assertThat(head.fileFingerprint()).isEqualTo("abc");
    assertThat(head.members().get("carts").get("a").weight()).isEqualTo(9);
    assertThat(head.overlay().get("carts")).containsOnlyKeys("a");
  }

  @Test
  void aChangeIsFoundByItsId() {
    IntentLog log = empty();
    committed(get(log.append(0, Drafts.of(Kind.OPERATOR, "sought"))));
    committed(get(log.append(1, Drafts.of(Kind.SYSTEM, "other"))));
    assertThat(get(log.history()))
        .filteredOn(record -> record.changeId().equals("sought"))
        .singleElement()
        .satisfies(found -> assertThat(found.revision()).isEqualTo(1));
    assertThat(get(log.history())).noneMatch(record -> record.changeId().equals("never"));
  }

  @Test
  void aHundredRecordsOfEitherSortAreHeld() {
    IntentLog log = empty();
    List<ChangeRecord> all = new ArrayList<>();
    Kind[] others = {Kind.OPERATOR, Kind.FILE, Kind.ROLLBACK};
    for (int i = 0; i < 101; i++) {
      all.add(committed(get(log.append(i, Drafts.of(others[i % 3], "c-" + i)))));
    }
    for (int i = 101; i < 202; i++) {
      all.add(committed(get(log.append(i, Drafts.of(Kind.SYSTEM, "s-" + i)))));
    }
    List<ChangeRecord> held = new ArrayList<>(all.subList(1, 101));
    held.addAll(all.subList(102, 202));
    assertThat(get(log.history())).isEqualTo(held);
    assertThat(get(log.since(101))).isEqualTo(new IntentLog.Later.Gap(103));
    assertThat(get(log.since(102))).isEqualTo(new IntentLog.Later.Records(all.subList(102, 202)));
  }

  @Test
  void whoExpectsAnotherHeadAppendsNothing() {
    IntentLog log = empty();
    assertThat(append(log, 1)).isEqualTo(new AppendOutcome.Conflict(0));
    append(log, 0);
    assertThat(append(log, 0)).isEqualTo(new AppendOutcome.Conflict(1));
    assertThat(get(log.append(2, DRAFT, IntentLog.Durability.AT_BEST)))
        .isEqualTo(new AppendOutcome.Conflict(1));
    assertThat(get(log.head()).revision()).isEqualTo(1);
    assertThat(get(log.history())).hasSize(1);
  }

  @Test
  void whatNeedNotBeKeptIsKeptWhereThatIsPossible() {
    IntentLog log = empty();
    AppendOutcome outcome = get(log.append(0, DRAFT, IntentLog.Durability.AT_BEST));
    assertThat(outcome).isEqualTo(new AppendOutcome.Committed(committed(outcome), true));
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
  void whoKnowsMoreThanTheLogIsToldSo() {
    Queue<News> heard = new ConcurrentLinkedQueue<>();
    empty().watch(7, heard::add);
    await().untilAsserted(() -> assertThat(heard).containsExactly(new News.Rewound(0)));
  }

  @Test
  void whoFailsToHearHindersNobody() {
    IntentLog log = empty();
    Queue<News> heard = new ConcurrentLinkedQueue<>();
    log.watch(
        0,
        news -> {
          throw new IllegalStateException("a test's handler");
        });
    log.watch(0, heard::add);
    append(log, 0);
    append(log, 1);
    awaitRevisions(heard, 1, 2);
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
            log.append(revision, DRAFT);
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
    log.watch(0, heard::add);
    List<CompletableFuture<Integer>> won =
        IntStream.range(0, 4)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> appendUntil(log, 60)))
            .toList();
    assertThat(won.stream().mapToInt(IntentLogContract::get).sum()).isEqualTo(60);
    awaitRevisions(heard, 1, 60);
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

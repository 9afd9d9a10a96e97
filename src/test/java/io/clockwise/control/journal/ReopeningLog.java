package io.clockwise.control.journal;

import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Head;
import io.clockwise.event.IntentLog;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** A journal that is closed and opened again before each operation, on a thread of its own. */
final class ReopeningLog implements IntentLog, AutoCloseable {
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final List<Watcher> watchers = new ArrayList<>();
  private final Path directory;
  private Journal journal;

  ReopeningLog(Path directory) {
    this.directory = directory;
    this.journal = Journals.open(directory);
  }

  private <T> CompletionStage<T> reopened(Function<Journal, CompletionStage<T>> operation) {
    return CompletableFuture.supplyAsync(
        () -> {
          journal.close();
          journal = Journals.open(directory);
          watchers.removeIf(watcher -> watcher.closed);
          watchers.forEach(watcher -> watcher.begin(journal));
          return operation.apply(journal).toCompletableFuture().join();
        },
        thread);
  }

  @Override
  public CompletionStage<Head> head() {
    return reopened(Journal::head);
  }

  @Override
  public CompletionStage<AppendOutcome> append(
      long expectedRevision, ChangeRecord record, Durability durability) {
    return reopened(log -> log.append(expectedRevision, record, durability));
  }

  @Override
  public CompletionStage<List<ChangeRecord>> history() {
    return reopened(Journal::history);
  }

  @Override
  public CompletionStage<Later> since(long revision) {
    return reopened(log -> log.since(revision));
  }

  @Override
  public Watch watch(long fromRevision, Consumer<News> handler) {
    Watcher watcher = new Watcher(fromRevision, handler);
    thread.execute(
        () -> {
          watchers.add(watcher);
          watcher.begin(journal);
        });
    return watcher;
  }

  @Override
  public void close() {
    CompletableFuture.runAsync(() -> journal.close(), thread)
        .orTimeout(20, TimeUnit.SECONDS)
        .join();
    thread.shutdown();
  }

  /** Goes on in the next journal where it ended in the one before. */
  private static final class Watcher implements Watch {
    private final Consumer<News> handler;
    private volatile long heard;
    private volatile boolean closed;

    Watcher(long heard, Consumer<News> handler) {
      this.heard = heard;
      this.handler = handler;
    }

    void begin(Journal journal) {
      journal.watch(
          heard,
          news -> {
            heard =
                news instanceof News.Committed committed ? committed.record().revision() : heard;
            if (!closed) {
              handler.accept(news);
            }
          });
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Opens journals that must open. */
  static final class Journals {
    private Journals() {}

    static Journal open(Path directory) {
      return opened(Journal.open(directory, InstantSource.system()));
    }

    static Journal opened(JournalOpening opening) {
      if (opening instanceof JournalOpening.Opened opened) {
        return opened.journal();
      }
      throw new AssertionError(opening);
    }
  }
}

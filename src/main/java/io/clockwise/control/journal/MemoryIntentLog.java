package io.clockwise.control.journal;

import io.clockwise.control.journal.format.Chronicle;
import io.clockwise.control.journal.format.RecordCodec;
import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Head;
import io.clockwise.event.IntentLog;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The intent log of a single instance that shall keep nothing on disk: what is accepted counts as
 * kept, and is lost when the process ends. Whoever appends tells the watchers.
 */
public final class MemoryIntentLog implements IntentLog {
  private final int keep;
  private final @Nullable String fault;
  private final Audience audience;
  private Chronicle chronicle = Chronicle.EMPTY;

  /**
   * Makes an empty log.
   *
   * @param keep how many records of Clockwise itself it holds, and how many others; at least 1
   */
  public MemoryIntentLog(int keep) {
    this(keep, null);
  }

  /**
   * Makes an empty log that should not be one in memory.
   *
   * @param fault why it is, told to whoever watches; what is accepted does not count as kept; null:
   *     it is meant to be
   */
  MemoryIntentLog(int keep, @Nullable String fault) {
    if (keep < 1) {
      throw new IllegalArgumentException("keep " + keep);
    }
    this.keep = keep;
    this.fault = fault;
    this.audience = new Audience(chronicle, fault);
  }

  @Override
  public synchronized CompletionStage<Head> head() {
    return CompletableFuture.completedFuture(chronicle.head());
  }

  @Override
  public synchronized CompletionStage<AppendOutcome> append(
      long expectedRevision, ChangeRecord record, Durability durability) {
    if (expectedRevision != chronicle.revision()) {
      return CompletableFuture.completedFuture(new AppendOutcome.Conflict(chronicle.revision()));
    }
    ChangeRecord committed = RecordCodec.place(record, chronicle.head());
    chronicle = chronicle.after(committed, keep);
    audience.tell(chronicle, fault);
    return CompletableFuture.completedFuture(new AppendOutcome.Committed(committed, fault == null));
  }

  @Override
  public synchronized CompletionStage<List<ChangeRecord>> history() {
    return CompletableFuture.completedFuture(chronicle.records());
  }

  @Override
  public synchronized CompletionStage<Later> since(long revision) {
    return CompletableFuture.completedFuture(chronicle.since(revision));
  }

  @Override
  public synchronized Watch watch(long fromRevision, Consumer<News> handler) {
    Audience.Watcher watcher = new Audience.Watcher(fromRevision, handler);
    audience.add(watcher);
    return watcher;
  }
}

package io.clockwise.control.journal;

import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ChangeRecord.Kind;
import io.clockwise.event.Head;
import io.clockwise.event.IntentLog;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The intent log of an instance whose journal cannot be used. Traffic and the document go on: what
 * they and Clockwise itself change is accepted in memory. What operators change is refused, unless
 * they said that it need not be kept.
 */
public final class RefusingLog implements IntentLog {
  private final String reason;
  private final MemoryIntentLog memory;

  /**
   * Makes an empty log.
   *
   * @param reason why the journal cannot be used, and what to do; said with each refusal and told
   *     to whoever watches
   */
  public RefusingLog(String reason) {
    this.reason = reason;
    this.memory = new MemoryIntentLog(JournalTerms.DEFAULT.keep(), reason);
  }

  /** Returns what it says to metrics and operators. */
  public JournalStatus status() {
    return new JournalStatus(reason, 0, 0);
  }

  @Override
  public CompletionStage<Head> head() {
    return memory.head();
  }

  @Override
  public CompletionStage<AppendOutcome> append(
      long expectedRevision, ChangeRecord record, Durability durability) {
    boolean asked = record.kind() == Kind.OPERATOR || record.kind() == Kind.ROLLBACK;
    return asked && durability == Durability.KEPT
        ? CompletableFuture.completedFuture(new AppendOutcome.Refused(reason))
        : memory.append(expectedRevision, record, durability);
  }

  @Override
  public CompletionStage<List<ChangeRecord>> history() {
    return memory.history();
  }

  @Override
  public CompletionStage<Later> since(long revision) {
    return memory.since(revision);
  }

  @Override
  public Watch watch(long fromRevision, Consumer<News> handler) {
    return memory.watch(fromRevision, handler);
  }
}

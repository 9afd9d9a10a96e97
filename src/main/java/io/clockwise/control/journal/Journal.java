package io.clockwise.control.journal;

import io.clockwise.control.journal.format.Chronicle;
import io.clockwise.control.journal.format.JournalLine;
import io.clockwise.control.journal.format.RecordCodec;
import io.clockwise.control.journal.format.SnapshotCodec;
import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Head;
import io.clockwise.event.IntentLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * One thread of its own writes, forces, tells the watchers and completes what append returns, in
 * that order. All other questions are answered at once from one immutable object, which changes
 * when a record is on disk. So nobody waits for a disk but who appends; and a disk that hangs ends
 * as Unknown, since nobody can say what it will do.
 *
 * The file is replaced by one with a snapshot alone when it is long, when it failed before, and
 * when something was accepted that is in memory only. The third holds the record at hand as well:
 * one write either keeps all that was accepted, or nothing changes.
 */
/**
 * The intent log of a single instance, on disk: what it commits is there after the process was
 * killed or the machine lost power, as far as the disk keeps what it has been told to force.
 */
public final class Journal implements IntentLog, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  private final JournalFile file;
  private final StateLock lock;
  private final JournalTerms terms;
  private final Audience audience;
  private final ExecutorService thread;
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile Chronicle chronicle;
  private volatile JournalStatus status;
  private volatile @Nullable KeptAside aside;
  private long kept;
  private @Nullable String lost;
  private int longAgain;

  /**
   * Begins with what the file holds.
   *
   * @param aside what was found damaged, now or earlier; null: nothing
   */
  Journal(
      JournalFile file,
      StateLock lock,
      Chronicle chronicle,
      @Nullable KeptAside aside,
      JournalTerms terms) {
    this.file = file;
    this.lock = lock;
    this.aside = aside;
    this.terms = terms;
    this.chronicle = chronicle;
    this.kept = chronicle.revision();
    this.audience = new Audience(chronicle, null);
    String damage = aside == null ? null : aside.fault();
    this.status = new JournalStatus(damage, file.length(), file.records());
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread made = new Thread(task, "journal");
              made.setDaemon(true);
              return made;
            });
  }

  /**
   * Opens the journal of a directory, which is made when it is not there. The calling thread waits
   * for the disk.
   *
   * @param directory the document's {@code stateDir}
   * @param clock names what is kept aside
   */
  public static JournalOpening open(Path directory, InstantSource clock) {
    return new JournalStart(directory, clock, new Disk(), JournalTerms.DEFAULT).open();
  }

  /**
   * Returns how it is; callable from any thread, which does not wait. Whether somebody has moved
   * away what was kept aside is looked at behind it, for whoever asks next.
   */
  public JournalStatus status() {
    if (aside != null && looking.compareAndSet(false, true)) {
      try {
        thread.execute(this::lookAside);
      } catch (RejectedExecutionException e) {
        LOG.trace("closed: it stays as it was", e);
      }
    }
    return status;
  }

  private void lookAside() {
    looking.set(false);
    KeptAside before = aside;
    aside = before == null ? null : before.now();
    report();
  }

  @Override
  public CompletionStage<Head> head() {
    return CompletableFuture.completedFuture(chronicle.head());
  }

  @Override
  public CompletionStage<List<ChangeRecord>> history() {
    return CompletableFuture.completedFuture(chronicle.records());
  }

  @Override
  public CompletionStage<Later> since(long revision) {
    return CompletableFuture.completedFuture(chronicle.since(revision));
  }

  @Override
  public Watch watch(long fromRevision, Consumer<News> handler) {
    Audience.Watcher watcher = new Audience.Watcher(fromRevision, handler);
    thread.execute(() -> audience.add(watcher));
    return watcher;
  }

  @Override
  public CompletionStage<AppendOutcome> append(
      long expectedRevision, ChangeRecord record, Durability durability) {
    CompletableFuture<AppendOutcome> outcome = new CompletableFuture<>();
    try {
      thread.execute(() -> append(expectedRevision, record, durability, outcome));
    } catch (RejectedExecutionException e) {
      outcome.complete(new AppendOutcome.Refused("the journal is closed: Clockwise stops"));
    }
    String slow = file + " does not answer within " + terms.patience().toSeconds() + " s";
    return outcome.completeOnTimeout(
        new AppendOutcome.Unknown(slow), terms.patience().toMillis(), TimeUnit.MILLISECONDS);
  }

  private void append(
      long expected,
      ChangeRecord record,
      Durability durability,
      CompletableFuture<AppendOutcome> outcome) {
    try {
      outcome.complete(commit(expected, record, durability));
    } catch (RuntimeException | Error e) {
      outcome.completeExceptionally(e);
      throw e;
    }
    compact();
  }

  private AppendOutcome commit(long expected, ChangeRecord draft, Durability durability) {
    Chronicle known = chronicle;
    if (expected != known.revision()) {
      return new AppendOutcome.Conflict(known.revision());
    }
    ChangeRecord record = RecordCodec.place(draft, known.head());
    Chronicle next = known.after(record, terms.keep());
    try {
      keep(record, next);
    } catch (IOException e) {
      return notKept(e, record, next, durability);
    }
    if (lost != null) {
      lost = null;
      audience.tell(known, null);
    }
    accept(next);
    return new AppendOutcome.Committed(record);
  }

  private void keep(ChangeRecord record, Chronicle next) throws IOException {
    if (kept == chronicle.revision() && file.isSound()) {
      file.append(JournalLine.write(RecordCodec.write(record)));
    } else {
      file.replace(snapshot(next));
    }
    kept = next.revision();
  }

  private static byte[] snapshot(Chronicle chronicle) {
    return JournalLine.write(SnapshotCodec.write(chronicle));
  }

  private AppendOutcome notKept(
      IOException e, ChangeRecord record, Chronicle next, Durability durability) {
    String reason =
        file
            + " cannot be written: "
            + Disk.words(e)
            + "; give it room or a whole disk, then retry";
    lost = reason;
    audience.tell(chronicle, reason);
    if (durability == Durability.AT_BEST) {
      accept(next);
      return new AppendOutcome.Committed(record, false);
    }
    report();
    return e instanceof UncertainWrite
        ? new AppendOutcome.Unknown(reason)
        : new AppendOutcome.Refused(reason);
  }

  private void accept(Chronicle next) {
    chronicle = next;
    report();
    audience.tell(next, lost);
  }

  private void report() {
    KeptAside damaged = aside;
    String fault = lost != null ? lost : damaged == null ? null : damaged.fault();
    status = new JournalStatus(fault, file.length(), file.records());
  }

  /* All is kept already, so a failure is nobody's but a warning's; after it, as many again. */
  private void compact() {
    if (lost != null || !file.isLong(terms) || file.records() < longAgain) {
      return;
    }
    try {
      file.replace(snapshot(chronicle));
      longAgain = 0;
    } catch (IOException e) {
      longAgain = file.records() + terms.records();
      LOG.warn("{} cannot be made shorter: {}", file, Disk.words(e));
    }
    report();
  }

  /**
   * Ends it after what was appended before: what is in memory only is kept if that is possible now,
   * and the directory is free for another process. The calling thread waits for the disk.
   */
  @Override
  public void close() {
    if (thread.isShutdown()) {
      return;
    }
    thread.execute(this::end);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(terms.patience().toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("{} does not answer; it is left as it is", file);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void end() {
    try (lock;
        file) {
      if (kept != chronicle.revision() || !file.isSound()) {
        file.replace(snapshot(chronicle));
      }
    } catch (IOException e) {
      LOG.warn("{} was not closed well: {}", file, Disk.words(e));
    }
  }
}

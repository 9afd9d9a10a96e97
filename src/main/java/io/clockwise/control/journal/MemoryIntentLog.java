package io.clockwise.control.journal;

import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Head;
import io.clockwise.event.IntentLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The intent log of a single instance that keeps nothing: it is lost when the process ends. */
public final class MemoryIntentLog implements IntentLog {
  private final int keep;
  private final Deque<ChangeRecord> records = new ArrayDeque<>();
  private final List<Watcher> watchers = new ArrayList<>();
  private Head state = Head.EMPTY;
  private long head;
  private boolean telling;

  /**
   * Makes an empty log.
   *
   * @param keep how many records it holds; older ones are forgotten, at least 1
   */
  public MemoryIntentLog(int keep) {
    if (keep < 1) {
      throw new IllegalArgumentException("keep " + keep);
    }
    this.keep = keep;
  }

  @Override
  public synchronized CompletionStage<Head> head() {
    return CompletableFuture.completedFuture(state);
  }

  @Override
  public synchronized CompletionStage<List<ChangeRecord>> history() {
    return CompletableFuture.completedFuture(List.copyOf(records));
  }

  @Override
  public synchronized CompletionStage<AppendOutcome> append(
      long expectedRevision, ChangeRecord record, Durability durability) {
    if (expectedRevision != head) {
      return CompletableFuture.completedFuture(new AppendOutcome.Conflict(head));
    }
    ChangeRecord committed = record.at(new ChangeRecord.Place(++head, "", ""));
    state = state.after(committed);
    records.addLast(committed);
    tell();
    while (records.size() > keep) {
      records.removeFirst();
    }
    return CompletableFuture.completedFuture(new AppendOutcome.Committed(committed));
  }

  @Override
  public synchronized CompletionStage<Later> since(long revision) {
    return CompletableFuture.completedFuture(after(revision));
  }

  @Override
  public synchronized Watch watch(long fromRevision, Consumer<News> handler) {
    Watcher watcher = new Watcher(fromRevision, handler);
    watchers.add(watcher);
    tell();
    return () -> end(watcher);
  }

  private synchronized void end(Watcher watcher) {
    watchers.remove(watcher);
  }

  private Later after(long revision) {
    ChangeRecord first = records.peekFirst();
    if (first != null && revision < first.revision() - 1) {
      return new Later.Gap(first.revision());
    }
    return new Later.Records(records.stream().filter(r -> r.revision() > revision).toList());
  }

  /* A handler may append or watch: it then finds telling set, and the outermost call goes on until
  nobody has anything left to hear, so everyone hears each record once and in order. */
  private void tell() {
    if (telling) {
      return;
    }
    telling = true;
    try {
      boolean told;
      do {
        told = false;
        for (Watcher watcher : List.copyOf(watchers)) {
          told |= watchers.contains(watcher) && watcher.hear();
        }
      } while (told);
    } finally {
      telling = false;
    }
  }

  private final class Watcher {
    private final Consumer<News> handler;
    private long heard;

    Watcher(long heard, Consumer<News> handler) {
      this.heard = heard;
      this.handler = handler;
    }

    /** Tells the next thing, if there is one. */
    boolean hear() {
      if (heard == head) {
        return false;
      }
      if (heard < head && after(heard) instanceof Later.Records later) {
        heard++;
        handler.accept(new News.Committed(later.records().get(0)));
      } else {
        heard = head;
        handler.accept(new News.Rewound(head));
      }
      return true;
    }
  }
}

package io.clockwise.control.journal;

import io.clockwise.control.journal.format.Chronicle;
import io.clockwise.event.IntentLog;
import io.clockwise.event.IntentLog.Later;
import io.clockwise.event.IntentLog.News;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who watch a log. Its owner sees to it that one thread at a time adds and tells; a watch is
 * ended from any thread.
 */
final class Audience {
  private static final Logger LOG = LoggerFactory.getLogger(Audience.class);

  private final List<Watcher> watchers = new ArrayList<>();
  private Chronicle chronicle;
  private @Nullable String lost;
  private boolean telling;

  /**
   * Begins with what is known.
   *
   * @param lost why nothing can be kept; null: it can
   */
  Audience(Chronicle chronicle, @Nullable String lost) {
    this.chronicle = chronicle;
    this.lost = lost;
  }

  /** Adds somebody and tells what is new to them. */
  void add(Watcher watcher) {
    watchers.add(watcher);
    tell();
  }

  /** Tells everybody what is known now. */
  void tell(Chronicle nowKnown, @Nullable String nowLost) {
    chronicle = nowKnown;
    lost = nowLost;
    tell();
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
        watchers.removeIf(watcher -> watcher.closed);
        told = false;
        for (Watcher watcher : List.copyOf(watchers)) {
          told |= watcher.hear(chronicle, lost);
        }
      } while (told);
    } finally {
      telling = false;
    }
  }

  /** Somebody who watches. */
  static final class Watcher implements IntentLog.Watch {
    private final Consumer<News> handler;
    private long heard;
    private @Nullable String heardLost;
    private volatile boolean closed;

    /** Makes one who knows all up to a revision. */
    Watcher(long heard, Consumer<News> handler) {
      this.heard = heard;
      this.handler = handler;
    }

    /* Waits for a handler that is being told, unless it is the handler who ends its own watch. */
    @Override
    public synchronized void close() {
      closed = true;
    }

    /** Tells the next thing, if there is one. */
    private synchronized boolean hear(Chronicle known, @Nullable String lost) {
      News news = closed ? null : next(known, lost);
      if (news == null) {
        return false;
      }
      try {
        handler.accept(news);
      } catch (RuntimeException e) { // of one handler: the log and the others go on
        LOG.error("whoever watches the intent log failed at {}", news, e);
      }
      return true;
    }

    private @Nullable News next(Chronicle known, @Nullable String lost) {
      if (heard != known.revision()) {
        if (heard < known.revision() && known.since(heard) instanceof Later.Records later) {
          heard++;
          return new News.Committed(later.records().get(0));
        }
        heard = known.revision();
        return new News.Rewound(heard);
      }
      if (!Objects.equals(lost, heardLost)) {
        heardLost = lost;
        return lost == null ? new News.Restored() : new News.Lost(lost);
      }
      return null;
    }
  }
}

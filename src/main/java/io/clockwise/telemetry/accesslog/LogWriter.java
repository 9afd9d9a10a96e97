package io.clockwise.telemetry.accesslog;

import io.clockwise.telemetry.recent.Interest;
import io.clockwise.telemetry.recent.RecentRequests;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that makes lines of the records of all event loops, and writes them in batches; what
 * is to be kept it copies.
 */
final class LogWriter {
  private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);
  private static final int BATCH_BYTES = 1 << 16;
  private static final int LINE_BYTES = 1 << 12; // what a line may take without more room
  private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

  /** Where lines go and how they look; null output: nowhere. */
  private static final class Target {
    final @Nullable LogOutput output;
    final LineFormat format;

    Target(@Nullable LogOutput output, LineFormat format) {
      this.output = output;
      this.format = format;
    }
  }

  private static final Target NOWHERE = new Target(null, (record, into) -> {});

  private final RecordRing[] rings;
  private final RecentRequests recent;
  private final long sleepNanos;
  private final LineBytes lines = new LineBytes(BATCH_BYTES + LINE_BYTES);
  private final Thread thread;
  private volatile Target target = NOWHERE;
  private volatile boolean closing;
  private volatile boolean reopenAsked;
  private volatile boolean asleep;
  private Target current = NOWHERE; // the writer's own
  private boolean failing; // the writer's own

  private LogWriter(RecordRing[] rings, RecentRequests recent, long sleepNanos) {
    this.rings = rings;
    this.recent = recent;
    this.sleepNanos = sleepNanos;
    this.thread = new Thread(this::run, "access-log");
  }

  /**
   * Starts one, with nothing to write to.
   *
   * @param sleepNanos how long it sleeps at most when there is nothing to do
   */
  static LogWriter start(RecordRing[] rings, RecentRequests recent, long sleepNanos) {
    LogWriter writer = new LogWriter(rings, recent, sleepNanos);
    writer.thread.setDaemon(true);
    writer.thread.start();
    return writer;
  }

  /** Writes to another output from now on; null: to none. */
  void switchTo(@Nullable LogOutput output, LineFormat format) {
    target = new Target(output, format);
    wake();
  }

  /** Opens the file by its name again, soon. */
  void reopen() {
    reopenAsked = true;
    wake();
  }

  /** Says that there is something to do; costs nothing while the writer looks by itself. */
  void wake() {
    if (asleep) {
      asleep = false;
      LockSupport.unpark(thread);
    }
  }

  /** Tells whether it does not look by itself. */
  boolean isAsleep() {
    return asleep;
  }

  /** Writes what is left and ends the thread; waits 5 s at most. */
  void close() {
    closing = true;
    LockSupport.unpark(thread);
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /* Under load it looks 50 times a second: to be woken, with cold caches, costs it as much as a
  hundred lines, which the lines of a batch share. When nothing has come for a while, it sleeps
  until somebody wakes it. An event loop does not wait for
  its store to be seen before it looks whether the writer sleeps: a record may, very rarely, wait
  until the sleep ends by itself. */
  private void run() {
    long pause = MIN_PAUSE_NANOS;
    while (true) {
      boolean last = closing; // before the drain, so that nothing handed over is left behind
      followTarget();
      if (reopenAsked) {
        reopenAsked = false;
        guarded(current.output, LogOutput::reopen);
      }
      boolean busy = drain();
      if (last) {
        guarded(current.output, LogOutput::close);
        return;
      }
      if (busy || pause < MAX_PAUSE_NANOS) {
        pause = busy ? MIN_PAUSE_NANOS : 2 * pause;
        LockSupport.parkNanos(this, pause);
      } else {
        sleep();
      }
    }
  }

  private void sleep() {
    asleep = true;
    if (!closing && !reopenAsked && target == current && nothingWaits()) {
      LockSupport.parkNanos(this, sleepNanos);
    }
    asleep = false;
  }

  private boolean nothingWaits() {
    for (RecordRing ring : rings) {
      if (!ring.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private boolean drain() {
    boolean any = false;
    for (RecordRing ring : rings) {
      for (AccessRecord record = ring.poll(); record != null; record = ring.poll()) {
        any = true;
        followTarget(); // a record that was handed over after a switch belongs to the new output
        take(record);
        record.clear();
        if (lines.length() >= BATCH_BYTES) {
          flush();
        }
      }
    }
    flush();
    return any;
  }

  private void take(AccessRecord record) {
    Interest interest = record.kept;
    if (interest != null) { // before the format, which may shorten what the record says
      recent.keep(RecordCopy.of(record, interest, recent.shown()));
    }
    if (current.output != null) {
      current.format.append(record, lines);
    }
  }

  private void followTarget() {
    Target wanted = target;
    if (wanted != current) {
      flush();
      guarded(current.output, LogOutput::close);
      current = wanted;
    }
  }

  private void flush() {
    if (lines.length() > 0) {
      guarded(current.output, output -> output.write(lines.bytes(), lines.length()));
      lines.clear();
    }
  }

  /** Something done to an output that the file system may refuse. */
  private interface OutputTask {
    void run(LogOutput output) throws IOException;
  }

  private void guarded(@Nullable LogOutput output, OutputTask task) {
    if (output == null) {
      return;
    }
    try {
      task.run(output);
      failing = false;
    } catch (IOException e) {
      if (!failing) { // once, not for each line: the disk may be full
        LOG.warn("access log: {}; lines are lost until it can be written again", e.toString());
      }
      failing = true;
    }
  }
}

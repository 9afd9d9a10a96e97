package io.clockwise.telemetry.accesslog;

import io.clockwise.telemetry.Meters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The access log: event loops hand over records, one thread makes lines of them.
 *
 * <p>Bounded: a loop that is ahead of the writer drops records, counted, and never waits.
 */
public final class AccessLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
  private static final int RECORDS_PER_LOOP = 1 << 14;
  private static final int BATCH_CHARS = 1 << 16;
  private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Where lines go and how they look; null output: nowhere. */
  private record Target(@Nullable LogOutput output, LineFormat format) {}

  private static final Target NOWHERE = new Target(null, new JsonLine());

  private final Meters meters;
  private final RecordRing[] rings;
  private final Thread writer;
  private volatile Target target = NOWHERE;
  private volatile boolean on;
  private volatile boolean closing;
  private volatile boolean reopenAsked;
  private Target current = NOWHERE; // the writer's own
  private boolean failing; // the writer's own

  /** Starts the writer with nothing to write to; {@link #switchTo} names the output. */
  public AccessLog(Meters meters) {
    this.meters = meters;
    rings = new RecordRing[meters.loops()];
    for (int i = 0; i < rings.length; i++) {
      rings[i] = new RecordRing(RECORDS_PER_LOOP);
    }
    writer = new Thread(this::run, "access-log");
    writer.setDaemon(true);
    writer.start();
  }

  /**
   * Writes to another output from now on; the old one is closed by the writer.
   *
   * @param output null: log nothing
   */
  public void switchTo(@Nullable LogOutput output, LineFormat format) {
    target = new Target(output, format);
    on = output != null;
  }

  /** Tells whether records are wanted at all. */
  public boolean isOn() {
    return on;
  }

  /** Hands over a record; by the event loop of that index only. */
  public void offer(int loop, AccessRecord record) {
    if (on && !rings[loop].offer(record)) {
      meters.loop(loop).logDropped();
    }
  }

  /** Opens the file by its name again, soon; for log rotation. */
  public void reopen() {
    reopenAsked = true;
  }

  /** Writes what is left and ends the writer; waits 5 s at most. */
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(writer);
    try {
      writer.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    StringBuilder lines = new StringBuilder(BATCH_CHARS);
    long pause = MIN_PAUSE_NANOS;
    while (true) {
      boolean last = closing; // before the drain, so that nothing offered earlier is left behind
      followTarget(lines);
      if (reopenAsked) {
        reopenAsked = false;
        guarded(current.output(), LogOutput::reopen);
      }
      boolean busy = current.output() != null && drain(lines);
      if (last) {
        guarded(current.output(), LogOutput::close);
        return;
      }
      pause = busy ? MIN_PAUSE_NANOS : Math.min(MAX_PAUSE_NANOS, pause * 2);
      LockSupport.parkNanos(this, pause);
    }
  }

  private boolean drain(StringBuilder lines) {
    boolean any = false;
    for (RecordRing ring : rings) {
      for (AccessRecord record = ring.poll(); record != null; record = ring.poll()) {
        any = true;
        followTarget(lines); // a record that was offered after a switch belongs to the new output
        current.format().append(record, lines);
        if (lines.length() >= BATCH_CHARS) {
          flush(lines);
        }
      }
    }
    flush(lines);
    return any;
  }

  private void followTarget(StringBuilder lines) {
    Target wanted = target;
    if (!wanted.equals(current)) {
      flush(lines);
      guarded(current.output(), LogOutput::close);
      current = wanted;
    }
  }

  private void flush(StringBuilder lines) {
    if (lines.length() > 0) {
      byte[] bytes = lines.toString().getBytes(StandardCharsets.US_ASCII);
      lines.setLength(0);
      guarded(current.output(), output -> output.write(bytes));
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

package io.clockwise.telemetry.accesslog;

import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.recent.Interest;
import io.clockwise.telemetry.recent.RecentRequests;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The access log: event loops fill in records, one thread makes lines of them, and keeps a sample.
 *
 * <p>Bounded: a loop that is ahead of the writer drops records, counted, and never waits.
 */
public final class AccessLog implements AutoCloseable {
  /** How many records of an event loop may wait; 224 bytes each, made when first needed. */
  static final int RECORDS_PER_LOOP = 1 << 14;

  private static final int CHUNK = 1 << 6;
  private static final long SLEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Meters meters;
  private final RecentRequests recent;
  private final RecordRing[] rings;
  private final LogWriter writer;
  private volatile boolean on;

  /**
   * Starts the writer with nothing to write to; {@link #switchTo} names the output.
   *
   * @param recent has a sample of the requests, whether there is an output or not
   */
  public AccessLog(Meters meters, RecentRequests recent) {
    this.meters = meters;
    this.recent = recent;
    rings = new RecordRing[meters.loops()];
    for (int i = 0; i < rings.length; i++) {
      rings[i] = new RecordRing(RECORDS_PER_LOOP / CHUNK, CHUNK);
    }
    writer = LogWriter.start(rings, recent, SLEEP_NANOS);
  }

  /**
   * Writes to another output from now on; the old one is closed by the writer.
   *
   * @param output null: log nothing
   */
  public void switchTo(@Nullable LogOutput output, LineFormat format) {
    writer.switchTo(output, format);
    on = output != null;
  }

  /**
   * Returns a record to fill in, for {@link #publish}; by the event loop of that index only.
   *
   * @param nowNanos when the request ended
   * @return null when none is wanted, or there is no room, which is counted
   */
  public @Nullable AccessRecord next(int loop, Interest interest, long nowNanos) {
    boolean kept = recent.takes(loop, interest, nowNanos);
    if (!on && !kept) {
      return null;
    }
    AccessRecord record = rings[loop].next();
    if (record == null) {
      meters.loop(loop).logDropped();
    } else if (kept) {
      record.kept = interest;
    }
    return record;
  }

  /** Hands over the record that {@link #next} returned last; by the same event loop. */
  public void publish(int loop) {
    rings[loop].publish();
    writer.wake();
  }

  /** Opens the file by its name again, soon; for log rotation. */
  public void reopen() {
    writer.reopen();
  }

  /** Writes what is left and ends the writer; waits 5 s at most. */
  @Override
  public void close() {
    writer.close();
  }
}

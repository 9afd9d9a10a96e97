package io.clockwise.telemetry.accesslog;

/** How a record becomes one line; may keep notes, for it is used by one thread only. */
public interface LineFormat {
  /** Appends the line with its line end; may shorten what the record says. */
  void append(AccessRecord record, LineBytes into);
}

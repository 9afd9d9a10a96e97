package io.clockwise.telemetry.accesslog;

/** How a record becomes one line; called on the writer's thread only. */
public interface LineFormat {
  /** Appends the line with its line end. */
  void append(AccessRecord record, StringBuilder into);
}

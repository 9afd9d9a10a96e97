package io.clockwise.telemetry.accesslog;

import io.clockwise.model.log.LogTarget;

/** Shows of request targets what may be kept, in any format. */
public record TargetView(LogTarget shown, LineFormat format) implements LineFormat {
  @Override
  public void append(AccessRecord record, LineBytes into) {
    int end = shown.end(record.target);
    if (end < 0) {
      record.show("-", 1);
    } else {
      record.show(record.target, end);
    }
    format.append(record, into);
  }
}

package io.clockwise.telemetry.accesslog;

import io.clockwise.model.log.LogTarget;

/** Shows of request targets what may be kept, in any format. */
public record TargetView(LogTarget shown, LineFormat format) implements LineFormat {
  @Override
  public void append(AccessRecord record, LineBytes into) {
    switch (shown) {
      case FULL -> {}
      case PATH -> {
        int mark = record.target.indexOf('?');
        record.show(record.target, mark < 0 ? record.target.length() : mark);
      }
      case NONE -> record.show("-", 1);
    }
    format.append(record, into);
  }
}

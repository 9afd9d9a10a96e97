package io.clockwise.telemetry.accesslog;

import io.clockwise.model.LogTarget;

/** Shows of request targets what may be kept, in any format. */
public record TargetView(LogTarget shown, LineFormat format) implements LineFormat {
  @Override
  public void append(AccessRecord record, StringBuilder into) {
    format.append(shown == LogTarget.FULL ? record : record.withTarget(cut(record)), into);
  }

  private String cut(AccessRecord record) {
    if (shown == LogTarget.NONE) {
      return "-";
    }
    String target = record.line().target();
    int mark = target.indexOf('?');
    return mark < 0 ? target : target.substring(0, mark);
  }
}

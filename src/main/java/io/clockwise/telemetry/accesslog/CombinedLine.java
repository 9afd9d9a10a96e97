package io.clockwise.telemetry.accesslog;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The combined log format of Apache httpd and nginx, times in UTC. */
public final class CombinedLine implements LineFormat {
  private static final HexFormat HEX = HexFormat.of();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);

  @Override
  public void append(AccessRecord record, StringBuilder into) {
    AccessRecord.Line line = record.line();
    into.append(record.client().address()).append(" - - [");
    TIME.formatTo(Instant.ofEpochMilli(record.times().startMillis()), into);
    into.append("] \"");
    escaped(line.method(), into);
    into.append(' ');
    escaped(line.target(), into);
    into.append(' ');
    escaped(line.version(), into);
    into.append("\" ").append(record.result().status()).append(' ');
    into.append(record.result().responseBytes());
    quoted(record.client().referer(), into);
    quoted(record.client().userAgent(), into);
    into.append('\n');
  }

  private static void quoted(@Nullable String value, StringBuilder into) {
    into.append(" \"");
    escaped(value == null ? "-" : value, into);
    into.append('"');
  }

  private static void escaped(String value, StringBuilder into) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\' || c < 0x20 || c >= 0x7f) {
        into.append("\\x").append(HEX.toHexDigits((byte) c));
      } else {
        into.append(c);
      }
    }
  }
}

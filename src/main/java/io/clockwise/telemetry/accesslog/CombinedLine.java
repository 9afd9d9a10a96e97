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
    AccessRecord.Request request = record.request();
    into.append(record.client().address()).append(" - - [");
    TIME.formatTo(Instant.ofEpochMilli(record.times().startedMillis()), into);
    into.append("] \"");
    escaped(request.method(), into);
    into.append(' ');
    escaped(request.target(), into);
    into.append(' ');
    escaped(request.version(), into);
    into.append("\" ").append(record.answer().status()).append(' ');
    into.append(record.answer().bodyBytes());
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

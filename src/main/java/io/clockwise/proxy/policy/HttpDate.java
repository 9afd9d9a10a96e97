package io.clockwise.proxy.policy;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The text of the Date field (RFC 9110 section 5.6.7), made once a second; for one event loop. */
public final class HttpDate {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private long second = Long.MIN_VALUE;
  private String text = "";

  /** Returns the text for a moment in milliseconds since the epoch. */
  public String at(long epochMillis) {
    long now = Math.floorDiv(epochMillis, 1000);
    if (now != second) {
      second = now;
      text = FORMAT.format(Instant.ofEpochSecond(now));
    }
    return text;
  }
}

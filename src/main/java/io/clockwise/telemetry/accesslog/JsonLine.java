package io.clockwise.telemetry.accesslog;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One JSON object a line; times in milliseconds, absent facts left out. */
public final class JsonLine implements LineFormat {
  private static final HexFormat HEX = HexFormat.of();

  @Override
  public void append(AccessRecord record, StringBuilder into) {
    into.append("{\"time\":\"")
        .append(Instant.ofEpochMilli(record.times().startedMillis()))
        .append('"');
    client(record.client(), into);
    request(record.request(), into);
    answer(record.answer(), into);
    times(record.times(), into);
    if (record.routed() != null) {
      routed(record.routed(), into);
    }
    into.append("}\n");
  }

  private static void client(AccessRecord.Client client, StringBuilder into) {
    text("client", client.address(), into);
    text("requestId", client.requestId(), into);
    text("userAgent", client.userAgent(), into);
    text("referer", client.referer(), into);
  }

  private static void request(AccessRecord.Request request, StringBuilder into) {
    text("method", request.method(), into);
    text("target", request.target(), into);
    text("version", request.version(), into);
    text("host", request.host(), into);
    number("requestBytes", request.bodyBytes(), into);
  }

  private static void answer(AccessRecord.Answer answer, StringBuilder into) {
    number("status", answer.status(), into);
    number("responseBytes", answer.bodyBytes(), into);
    if (answer.failure() != null) {
      text("failure", answer.failure().name().toLowerCase(Locale.ROOT), into);
    }
    if (answer.endedBy() != AccessRecord.EndedBy.NOBODY) {
      text("endedBy", answer.endedBy().name().toLowerCase(Locale.ROOT), into);
    }
  }

  private static void times(AccessRecord.Times times, StringBuilder into) {
    millis("totalMs", times.totalNanos(), into);
    if (times.connectNanos() >= 0) {
      millis("connectMs", times.connectNanos(), into);
    }
    if (times.firstByteNanos() >= 0) {
      millis("firstByteMs", times.firstByteNanos(), into);
    }
  }

  private static void routed(AccessRecord.Routed routed, StringBuilder into) {
    text("route", routed.target().route(), into);
    text("pool", routed.target().pool(), into);
    text("chosenBy", routed.target().chosenBy().name().toLowerCase(Locale.ROOT), into);
    text("owner", routed.owner(), into);
    text("backend", routed.backend(), into);
    if (routed.key() != null) {
      text("keySource", routed.key().source(), into);
      text("keyHash", HEX.toHexDigits(routed.key().hash()), into);
    }
    number("revision", routed.revision(), into);
    number("epoch", routed.epoch(), into);
  }

  private static void number(String name, long value, StringBuilder into) {
    into.append(",\"").append(name).append("\":").append(value);
  }

  private static void millis(String name, long nanos, StringBuilder into) {
    long micros = nanos / 1000;
    into.append(",\"").append(name).append("\":").append(micros / 1000).append('.');
    long fraction = micros % 1000;
    into.append(fraction < 100 ? "0" : "").append(fraction < 10 ? "0" : "").append(fraction);
  }

  private static void text(String name, @Nullable String value, StringBuilder into) {
    if (value == null) {
      return;
    }
    into.append(",\"").append(name).append("\":\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        into.append('\\').append(c);
      } else if (c < 0x20 || c >= 0x7f) { // the raw view holds bytes: keep the line plain ASCII
        into.append("\\u00").append(HEX.toHexDigits((byte) c));
      } else {
        into.append(c);
      }
    }
    into.append('"');
  }
}

package io.clockwise.telemetry.accesslog;

import io.clockwise.testkit.LoggedRequest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@link JsonLine} in the plainest way, to compare with. */
final class PlainJsonLine {
  private static final HexFormat HEX = HexFormat.of();

  static void append(LoggedRequest record, StringBuilder into) {
    into.append("{\"time\":\"")
        .append(Instant.ofEpochMilli(record.times().startMillis()))
        .append('"');
    client(record.client(), into);
    connections(record.connections(), into);
    request(record.line(), into);
    result(record.result(), into);
    times(record.times(), into);
    if (record.choice() != null) {
      choice(record.choice(), into);
    }
    tries(record.tries(), into);
    number("revision", record.table().revision(), into);
    number("epoch", record.table().epoch(), into);
    into.append("}\n");
  }

  private static void client(LoggedRequest.Client client, StringBuilder into) {
    text("client", client.address(), into);
    text("requestId", client.requestId(), into);
    text("userAgent", client.userAgent(), into);
    text("referer", client.referer(), into);
  }

  private static void connections(LoggedRequest.Connections connections, StringBuilder into) {
    number("connection", connections.client(), into);
    if (connections.upstream() > 0) {
      number("upstreamConnection", connections.upstream(), into);
      into.append(",\"reused\":").append(connections.reused());
    }
    LoggedRequest.Tls tls = connections.tls();
    if (tls != null) {
      text("tlsProtocol", tls.protocol(), into);
      text("tlsCipher", tls.cipher(), into);
      text("tlsServerName", tls.serverName(), into);
    }
  }

  private static void request(LoggedRequest.Line line, StringBuilder into) {
    text("method", line.method(), into);
    text("target", line.target(), into);
    text("version", line.version(), into);
    text("scheme", line.scheme(), into);
    text("host", line.host(), into);
  }

  private static void result(LoggedRequest.Result result, StringBuilder into) {
    number("status", result.status(), into);
    number("requestBytes", result.requestBytes(), into);
    number("responseBytes", result.responseBytes(), into);
    word("failure", result.failure(), into);
    word("endedBy", result.endedBy(), into);
    word("phase", result.phase(), into);
  }

  private static void times(LoggedRequest.Times times, StringBuilder into) {
    millis("totalMs", times.durationNanos(), into);
    if (times.leaseNanos() >= 0) {
      millis("connectMs", times.leaseNanos(), into);
    }
    if (times.firstByteNanos() >= 0) {
      millis("firstByteMs", times.firstByteNanos(), into);
    }
  }

  private static void choice(LoggedRequest.Choice choice, StringBuilder into) {
    text("route", choice.route(), into);
    text("pool", choice.pool(), into);
    word("chosenBy", choice.chosenBy(), into);
    text("owner", choice.owner(), into);
    word("offOwner", choice.offOwner(), into);
    text("backend", choice.backend(), into);
    text("address", choice.address(), into);
    if (choice.key() != null) {
      text("keySource", choice.key().source(), into);
      text("keyHash", HEX.toHexDigits(choice.key().hash()), into);
    }
  }

  private static void tries(List<AccessRecord.Try> tries, StringBuilder into) {
    if (tries.isEmpty()) {
      return;
    }
    into.append(",\"failedTries\":[");
    for (int i = 0; i < tries.size(); i++) {
      AccessRecord.Try each = tries.get(i);
      into.append(i == 0 ? "" : ",").append("{\"number\":").append(i + 1);
      text("backend", each.backend(), into);
      text("result", each.result(), into);
      millis("atMs", each.nanos(), into);
      into.append('}');
    }
    into.append(']');
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

  private static void word(String name, @Nullable Enum<?> value, StringBuilder into) {
    text(name, value == null ? null : value.name().toLowerCase(Locale.ROOT), into);
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

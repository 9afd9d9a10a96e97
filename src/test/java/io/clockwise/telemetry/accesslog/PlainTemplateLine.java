package io.clockwise.telemetry.accesslog;

import io.clockwise.model.log.LogVariable;
import io.clockwise.testkit.LoggedRequest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@link TemplateLine} in the plainest way, to compare with. */
final class PlainTemplateLine {
  private static final Pattern VARIABLE = Pattern.compile("\\$(?:(\\w+)|\\{(\\w+)\\})");
  private static final HexFormat HEX = HexFormat.of();
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** A text, or a variable behind it. */
  private record Part(String text, @Nullable LogVariable variable) {}

  private final List<Part> parts = new ArrayList<>();

  PlainTemplateLine(String template) {
    Matcher matcher = VARIABLE.matcher(template);
    int end = 0;
    while (matcher.find()) {
      String name = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
      LogVariable variable =
          LogVariable.of(name).orElseThrow(() -> new IllegalArgumentException("$" + name));
      parts.add(new Part(template.substring(end, matcher.start()), variable));
      end = matcher.end();
    }
    parts.add(new Part(template.substring(end), null));
  }

  void append(LoggedRequest record, StringBuilder into) {
    for (Part part : parts) {
      into.append(part.text());
      if (part.variable() != null) {
        String value = value(part.variable(), record);
        escaped(value == null || value.isEmpty() ? "-" : value, into);
      }
    }
    into.append('\n');
  }

  private static @Nullable String value(LogVariable variable, LoggedRequest record) {
    return switch (variable) {
      case REMOTE_ADDR, REMOTE_USER, HTTP_REFERER, HTTP_USER_AGENT, REQUEST_ID ->
          ofClient(variable, record.client());
      case REQUEST, REQUEST_METHOD, REQUEST_URI, URI, ARGS, SERVER_PROTOCOL, SCHEME, HOST ->
          ofLine(variable, record.line());
      case TIME_LOCAL,
          TIME_ISO8601,
          MSEC,
          REQUEST_TIME,
          UPSTREAM_CONNECT_TIME,
          UPSTREAM_HEADER_TIME ->
          ofTimes(variable, record.times());
      case STATUS, BODY_BYTES_SENT, REQUEST_BODY_BYTES, FAILURE, ENDED_BY, PHASE ->
          ofResult(variable, record.result());
      case CONNECTION, UPSTREAM_CONNECTION, SSL_PROTOCOL, SSL_CIPHER, SSL_SERVER_NAME ->
          ofConnections(variable, record.connections());
      case FAILED_TRIES -> Integer.toString(record.tries().size());
      case ROUTE, POOL, BACKEND, OWNER, KEY_HASH, CHOSEN_BY, OFF_OWNER, UPSTREAM_ADDR ->
          record.choice() == null ? null : ofChoice(variable, record.choice());
    };
  }

  private static @Nullable String ofClient(LogVariable variable, LoggedRequest.Client client) {
    return switch (variable) {
      case REMOTE_ADDR -> client.address();
      case HTTP_REFERER -> client.referer();
      case HTTP_USER_AGENT -> client.userAgent();
      case REQUEST_ID -> client.requestId();
      default -> null;
    };
  }

  private static @Nullable String ofConnections(
      LogVariable variable, LoggedRequest.Connections connections) {
    LoggedRequest.Tls tls = connections.tls();
    return switch (variable) {
      case CONNECTION -> Long.toString(connections.client());
      case UPSTREAM_CONNECTION ->
          connections.upstream() > 0 ? Long.toString(connections.upstream()) : null;
      case SSL_PROTOCOL -> tls == null ? null : tls.protocol();
      case SSL_CIPHER -> tls == null ? null : tls.cipher();
      case SSL_SERVER_NAME -> tls == null ? null : tls.serverName();
      default -> null;
    };
  }

  private static @Nullable String ofLine(LogVariable variable, LoggedRequest.Line line) {
    int mark = line.target().indexOf('?');
    return switch (variable) {
      case REQUEST -> line.method() + " " + line.target() + " " + line.version();
      case REQUEST_METHOD -> line.method();
      case REQUEST_URI -> line.target();
      case URI -> mark < 0 ? line.target() : line.target().substring(0, mark);
      case ARGS -> mark < 0 ? null : line.target().substring(mark + 1);
      case SERVER_PROTOCOL -> line.version();
      case SCHEME -> line.scheme();
      case HOST -> line.host();
      default -> null;
    };
  }

  private static @Nullable String ofTimes(LogVariable variable, LoggedRequest.Times times) {
    Instant start = Instant.ofEpochMilli(times.startMillis());
    return switch (variable) {
      case TIME_LOCAL -> LOCAL.format(start);
      case TIME_ISO8601 -> start.toString();
      case MSEC -> seconds(times.startMillis());
      case REQUEST_TIME -> seconds(times.durationNanos() / 1_000_000);
      case UPSTREAM_CONNECT_TIME ->
          times.leaseNanos() < 0 ? null : seconds(times.leaseNanos() / 1_000_000);
      case UPSTREAM_HEADER_TIME ->
          times.firstByteNanos() < 0 ? null : seconds(times.firstByteNanos() / 1_000_000);
      default -> null;
    };
  }

  private static @Nullable String seconds(long millis) {
    return millis < 0 ? null : String.format(Locale.ROOT, "%d.%03d", millis / 1000, millis % 1000);
  }

  private static @Nullable String ofResult(LogVariable variable, LoggedRequest.Result result) {
    return switch (variable) {
      case STATUS -> Integer.toString(result.status());
      case BODY_BYTES_SENT -> Long.toString(result.responseBytes());
      case REQUEST_BODY_BYTES -> Long.toString(result.requestBytes());
      case FAILURE -> result.failure() == null ? null : word(result.failure());
      case ENDED_BY -> word(result.endedBy());
      case PHASE -> word(result.phase());
      default -> null;
    };
  }

  private static @Nullable String ofChoice(LogVariable variable, LoggedRequest.Choice choice) {
    return switch (variable) {
      case ROUTE -> choice.route();
      case POOL -> choice.pool();
      case BACKEND -> choice.backend();
      case UPSTREAM_ADDR -> choice.address();
      case OWNER -> choice.owner();
      case KEY_HASH -> choice.key() == null ? null : HEX.toHexDigits(choice.key().hash());
      case CHOSEN_BY -> choice.chosenBy() == null ? null : word(choice.chosenBy());
      case OFF_OWNER -> choice.offOwner() == null ? null : word(choice.offOwner());
      default -> null;
    };
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
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

package io.clockwise.telemetry.accesslog;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import io.clockwise.model.log.LogVariable;
import io.clockwise.telemetry.accesslog.LineBytes.Escape;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lines by a template with variables, {@code $name} or {@code ${name}}; what is unknown of a
 * request is a hyphen. Times are UTC.
 */
public final class TemplateLine implements LineFormat {
  private static final Pattern VARIABLE = Pattern.compile("\\$(?:(\\w+)|\\{(\\w+)\\})");
  private static final String COMBINED =
      "$remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent"
          + " \"$http_referer\" \"$http_user_agent\"";
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Map<FailureKind, byte[]> FAILURE =
      LineBytes.words("", FailureKind.class, "");
  private static final Map<EndedBy, byte[]> ENDED_BY = LineBytes.words("", EndedBy.class, "");
  private static final Map<Phase, byte[]> PHASE = LineBytes.words("", Phase.class, "");
  private static final Map<ChosenBy, byte[]> CHOSEN_BY = LineBytes.words("", ChosenBy.class, "");
  private static final Map<OffOwner, byte[]> OFF_OWNER = LineBytes.words("", OffOwner.class, "");

  /** A text, or a variable behind it. */
  private static final class Part {
    final byte[] text;
    final @Nullable LogVariable variable;

    Part(String text, @Nullable LogVariable variable) {
      this.text = LineBytes.ascii(text);
      this.variable = variable;
    }
  }

  private final List<Part> parts = new ArrayList<>();
  private final SecondText isoSeconds = SecondText.iso();
  private final SecondText localSeconds = new SecondText(LOCAL::format);

  /**
   * Compiles a template.
   *
   * @throws IllegalArgumentException when it names a variable that there is not
   */
  public TemplateLine(String template) {
    Matcher matcher = VARIABLE.matcher(template);
    int end = 0;
    while (matcher.find()) {
      String name = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
      LogVariable variable =
          LogVariable.of(name).orElseThrow(() -> new IllegalArgumentException("$" + name));
      parts.add(new Part(template.substring(end, matcher.start()), variable));
      end = matcher.end();
    }
    parts.add(new Part(template.substring(end) + "\n", null));
  }

  /** Returns the combined log format of Apache httpd and nginx. */
  public static TemplateLine combined() {
    return new TemplateLine(COMBINED);
  }

  @Override
  public void append(AccessRecord record, LineBytes into) {
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      into.raw(part.text);
      if (part.variable != null) {
        value(part.variable, record, into);
      }
    }
  }

  private void value(LogVariable variable, AccessRecord record, LineBytes into) {
    switch (variable) {
      case REMOTE_USER -> into.raw('-');
      case TIME_LOCAL -> into.raw(localSeconds.of(record.startMillis));
      case TIME_ISO8601 -> isoSeconds.appendIso(record.startMillis, into);
      case REQUEST_ID -> requestId(record, into);
      case REQUEST, REQUEST_URI, URI, ARGS -> target(variable, record, into);
      case REMOTE_ADDR,
          HTTP_REFERER,
          HTTP_USER_AGENT,
          REQUEST_METHOD,
          SERVER_PROTOCOL,
          SCHEME,
          HOST,
          SSL_PROTOCOL,
          SSL_CIPHER,
          SSL_SERVER_NAME,
          ROUTE,
          POOL,
          BACKEND,
          OWNER,
          UPSTREAM_ADDR ->
          text(textOf(variable, record), into);
      case MSEC, REQUEST_TIME, UPSTREAM_CONNECT_TIME, UPSTREAM_HEADER_TIME ->
          seconds(variable, record, into);
      case STATUS,
          BODY_BYTES_SENT,
          REQUEST_BODY_BYTES,
          CONNECTION,
          UPSTREAM_CONNECTION,
          FAILED_TRIES,
          KEY_HASH ->
          number(variable, record, into);
      case FAILURE -> word(FAILURE, record.failure, into);
      case ENDED_BY -> word(ENDED_BY, record.endedBy, into);
      case PHASE -> word(PHASE, record.phase, into);
      case CHOSEN_BY -> word(CHOSEN_BY, record.chosenBy, into);
      case OFF_OWNER -> word(OFF_OWNER, record.offOwner, into);
    }
  }

  private static @Nullable String textOf(LogVariable variable, AccessRecord record) {
    return switch (variable) {
      case REMOTE_ADDR -> record.client;
      case HTTP_REFERER -> record.referer;
      case HTTP_USER_AGENT -> record.userAgent;
      case REQUEST_METHOD -> record.method;
      case SERVER_PROTOCOL -> record.version;
      case SCHEME -> record.scheme;
      case HOST -> record.host;
      case SSL_PROTOCOL -> record.tlsProtocol;
      case SSL_CIPHER -> record.tlsCipher;
      case SSL_SERVER_NAME -> record.tlsServerName;
      case ROUTE -> record.route;
      case POOL -> record.pool;
      case BACKEND -> record.backend;
      case OWNER -> record.owner;
      case UPSTREAM_ADDR -> record.address;
      default -> null;
    };
  }

  private static void requestId(AccessRecord record, LineBytes into) {
    if (record.requestId != null) {
      text(record.requestId, into);
    } else {
      into.hex(record.requestIdHigh);
      into.hex(record.requestIdLow);
    }
  }

  private static void target(LogVariable variable, AccessRecord record, LineBytes into) {
    String target = record.target;
    int end = record.targetLength;
    int mark = target.indexOf('?');
    mark = mark < 0 ? end : Math.min(mark, end);
    switch (variable) {
      case URI -> text(target, 0, mark, into);
      case ARGS -> text(target, Math.min(mark + 1, end), end, into);
      case REQUEST_URI -> text(target, 0, end, into);
      default -> {
        into.text(record.method, Escape.HEX);
        into.raw(' ');
        into.text(target, 0, end, Escape.HEX);
        into.raw(' ');
        into.text(record.version, Escape.HEX);
      }
    }
  }

  private static void seconds(LogVariable variable, AccessRecord record, LineBytes into) {
    long millis =
        switch (variable) {
          case MSEC -> record.startMillis;
          case REQUEST_TIME -> record.durationNanos / 1_000_000;
          case UPSTREAM_CONNECT_TIME -> Math.floorDiv(record.leaseNanos, 1_000_000L);
          default -> Math.floorDiv(record.firstByteNanos, 1_000_000L);
        };
    if (millis < 0) {
      into.raw('-');
    } else {
      into.thousandths(millis);
    }
  }

  private static void number(LogVariable variable, AccessRecord record, LineBytes into) {
    switch (variable) {
      case STATUS -> into.number(record.status);
      case BODY_BYTES_SENT -> into.number(record.responseBytes);
      case REQUEST_BODY_BYTES -> into.number(record.requestBytes);
      case CONNECTION -> into.number(record.connection);
      case FAILED_TRIES -> into.number(record.tries.size());
      case UPSTREAM_CONNECTION -> {
        if (record.upstreamConnection > 0) {
          into.number(record.upstreamConnection);
        } else {
          into.raw('-');
        }
      }
      default -> {
        if (record.keySource != null) {
          into.hex(record.keyHash);
        } else {
          into.raw('-');
        }
      }
    }
  }

  private static <E extends Enum<E>> void word(
      Map<E, byte[]> words, @Nullable E value, LineBytes into) {
    if (value == null) {
      into.raw('-');
    } else {
      into.word(words, value);
    }
  }

  private static void text(@Nullable String value, LineBytes into) {
    text(value == null ? "" : value, 0, value == null ? 0 : value.length(), into);
  }

  private static void text(String value, int from, int to, LineBytes into) {
    if (from == to) {
      into.raw('-');
    } else {
      into.text(value, from, to, Escape.HEX);
    }
  }
}

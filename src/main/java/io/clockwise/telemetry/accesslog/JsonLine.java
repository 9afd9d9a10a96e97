package io.clockwise.telemetry.accesslog;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import io.clockwise.telemetry.accesslog.LineBytes.Escape;
import io.clockwise.telemetry.session.CookieVerdict;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One JSON object a line; times in milliseconds, absent facts left out. */
public final class JsonLine implements LineFormat {
  private static final byte[] TIME = LineBytes.ascii("{\"time\":\"");
  private static final byte[] CLIENT = text("client");
  private static final byte[] REQUEST_ID = text("requestId");
  private static final byte[] USER_AGENT = text("userAgent");
  private static final byte[] REFERER = text("referer");
  private static final byte[] CONNECTION = name("connection");
  private static final byte[] UPSTREAM_CONNECTION = name("upstreamConnection");
  private static final byte[] REUSED = LineBytes.ascii(",\"reused\":true");
  private static final byte[] NEW = LineBytes.ascii(",\"reused\":false");
  private static final byte[] TLS_PROTOCOL = text("tlsProtocol");
  private static final byte[] TLS_CIPHER = text("tlsCipher");
  private static final byte[] TLS_SERVER_NAME = text("tlsServerName");
  private static final byte[] METHOD = text("method");
  private static final byte[] TARGET = text("target");
  private static final byte[] VERSION = text("version");
  private static final byte[] SCHEME = text("scheme");
  private static final byte[] HOST = text("host");
  private static final byte[] STATUS = name("status");
  private static final byte[] REQUEST_BYTES = name("requestBytes");
  private static final byte[] RESPONSE_BYTES = name("responseBytes");
  private static final Map<FailureKind, byte[]> FAILURE = words("failure", FailureKind.class);
  private static final Map<EndedBy, byte[]> ENDED_BY = words("endedBy", EndedBy.class);
  private static final Map<Phase, byte[]> PHASE = words("phase", Phase.class);
  private static final byte[] TOTAL = name("totalMs");
  private static final byte[] CONNECT = name("connectMs");
  private static final byte[] FIRST_BYTE = name("firstByteMs");
  private static final byte[] ROUTE = text("route");
  private static final byte[] POOL = text("pool");
  private static final Map<ChosenBy, byte[]> CHOSEN_BY = words("chosenBy", ChosenBy.class);
  private static final byte[] OWNER = text("owner");
  private static final Map<OffOwner, byte[]> OFF_OWNER = words("offOwner", OffOwner.class);
  private static final Map<CookieVerdict, byte[]> COOKIE = words("cookie", CookieVerdict.class);
  private static final byte[] BACKEND = text("backend");
  private static final byte[] ADDRESS = text("address");
  private static final byte[] KEY_SOURCE = text("keySource");
  private static final byte[] KEY_HASH = text("keyHash");
  private static final byte[] FAILED_TRIES = LineBytes.ascii(",\"failedTries\":[");
  private static final byte[] NUMBER = LineBytes.ascii("{\"number\":");
  private static final byte[] RESULT = text("result");
  private static final byte[] AT = name("atMs");
  private static final byte[] REVISION = name("revision");
  private static final byte[] EPOCH = name("epoch");
  private static final byte[] END = LineBytes.ascii("}\n");

  private final SecondText seconds = SecondText.iso();

  private static byte[] name(String name) {
    return LineBytes.ascii(",\"" + name + "\":");
  }

  private static byte[] text(String name) {
    return LineBytes.ascii(",\"" + name + "\":\"");
  }

  private static <E extends Enum<E>> Map<E, byte[]> words(String name, Class<E> type) {
    return LineBytes.words(",\"" + name + "\":\"", type, "\"");
  }

  @Override
  public void append(AccessRecord record, LineBytes into) {
    into.raw(TIME);
    seconds.appendIso(record.startMillis, into);
    into.raw('"');
    client(record, into);
    connections(record, into);
    request(record, into);
    result(record, into);
    times(record, into);
    choice(record, into);
    tries(record, into);
    number(REVISION, record.revision, into);
    number(EPOCH, record.epoch, into);
    into.raw(END);
  }

  private static void client(AccessRecord record, LineBytes into) {
    text(CLIENT, record.client, into);
    if (record.requestId == null) {
      into.raw(REQUEST_ID);
      into.hex(record.requestIdHigh);
      into.hex(record.requestIdLow);
      into.raw('"');
    } else {
      text(REQUEST_ID, record.requestId, into);
    }
    text(USER_AGENT, record.userAgent, into);
    text(REFERER, record.referer, into);
  }

  private static void connections(AccessRecord record, LineBytes into) {
    number(CONNECTION, record.connection, into);
    if (record.upstreamConnection > 0) {
      number(UPSTREAM_CONNECTION, record.upstreamConnection, into);
      into.raw(record.reused ? REUSED : NEW);
    }
    text(TLS_PROTOCOL, record.tlsProtocol, into);
    text(TLS_CIPHER, record.tlsCipher, into);
    text(TLS_SERVER_NAME, record.tlsServerName, into);
  }

  private static void request(AccessRecord record, LineBytes into) {
    text(METHOD, record.method, into);
    into.raw(TARGET);
    into.text(record.target, 0, record.targetLength, Escape.JSON);
    into.raw('"');
    text(VERSION, record.version, into);
    text(SCHEME, record.scheme, into);
    text(HOST, record.host, into);
  }

  private static void result(AccessRecord record, LineBytes into) {
    number(STATUS, record.status, into);
    number(REQUEST_BYTES, record.requestBytes, into);
    number(RESPONSE_BYTES, record.responseBytes, into);
    word(FAILURE, record.failure, into);
    word(ENDED_BY, record.endedBy, into);
    word(PHASE, record.phase, into);
  }

  private static void times(AccessRecord record, LineBytes into) {
    millis(TOTAL, record.durationNanos, into);
    if (record.leaseNanos >= 0) {
      millis(CONNECT, record.leaseNanos, into);
    }
    if (record.firstByteNanos >= 0) {
      millis(FIRST_BYTE, record.firstByteNanos, into);
    }
  }

  private static void choice(AccessRecord record, LineBytes into) {
    text(ROUTE, record.route, into);
    text(POOL, record.pool, into);
    word(CHOSEN_BY, record.chosenBy, into);
    text(OWNER, record.owner, into);
    word(OFF_OWNER, record.offOwner, into);
    word(COOKIE, record.cookie, into);
    text(BACKEND, record.backend, into);
    text(ADDRESS, record.address, into);
    if (record.keySource != null) {
      text(KEY_SOURCE, record.keySource, into);
      into.raw(KEY_HASH);
      into.hex(record.keyHash);
      into.raw('"');
    }
  }

  private static void tries(AccessRecord record, LineBytes into) {
    int count = record.tries.size();
    if (count == 0) {
      return;
    }
    into.raw(FAILED_TRIES);
    for (int i = 0; i < count; i++) {
      AccessRecord.Try each = record.tries.get(i);
      if (i > 0) {
        into.raw(',');
      }
      into.raw(NUMBER);
      into.number(i + 1L);
      text(BACKEND, each.backend(), into);
      text(RESULT, each.result(), into);
      millis(AT, each.nanos(), into);
      into.raw('}');
    }
    into.raw(']');
  }

  private static void number(byte[] name, long value, LineBytes into) {
    into.raw(name);
    into.number(value);
  }

  private static void millis(byte[] name, long nanos, LineBytes into) {
    into.raw(name);
    into.thousandths(nanos / 1000);
  }

  private static <E extends Enum<E>> void word(
      Map<E, byte[]> words, @Nullable E value, LineBytes into) {
    if (value != null) {
      into.word(words, value);
    }
  }

  private static void text(byte[] name, @Nullable String value, LineBytes into) {
    if (value != null) {
      into.raw(name);
      into.text(value, Escape.JSON);
      into.raw('"');
    }
  }
}

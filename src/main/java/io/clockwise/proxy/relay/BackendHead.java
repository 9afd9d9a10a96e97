package io.clockwise.proxy.relay;

import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.loop.RequestFields;
import io.clockwise.proxy.loop.RequestId;
import io.clockwise.proxy.loop.Tally;
import io.clockwise.proxy.policy.ViaField;
import io.clockwise.proxy.relay.stream.CookieLine;
import io.clockwise.proxy.relay.stream.HeadBytes;
import io.clockwise.proxy.wire.FieldName;
import io.clockwise.proxy.wire.HeadFields;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.clockwise.route.RoutingTable;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;

/** The heads of requests as backends get them, of one event loop. */
final class BackendHead {
  /*
   * Nearly all requests are plain: their fields go on in whole runs, as they came, but for those
   * that end here or are replaced. For the others the rules that work on objects decide; what both
   * ways write must mean the same.
   */
  private static final Set<FieldName> REPLACED =
      EnumSet.of(
          FieldName.X_FORWARDED_FOR,
          FieldName.X_FORWARDED_PROTO,
          FieldName.X_FORWARDED_HOST,
          FieldName.X_FORWARDED_PORT,
          FieldName.X_FORWARDED_PREFIX,
          FieldName.FORWARDED,
          FieldName.X_REQUEST_ID,
          FieldName.CLOCKWISE_BACKEND,
          FieldName.CLOCKWISE_EXPLAIN);

  private static final byte[] VERSION_END = bytes(" HTTP/1.1\r\n");
  private static final byte[] FORWARDED_HOST = bytes("x-forwarded-host: ");
  private static final byte[] REQUEST_ID = bytes("x-request-id: ");
  private static final byte[] CHUNKED = bytes("transfer-encoding: chunked\r\n");

  private final LoopScope scope;
  private final RequestFields rules;
  private final CookieLine cookies = new CookieLine();
  private final Set<FieldName> dropped = EnumSet.copyOf(REPLACED);
  private final Set<FieldName> droppedWithCookies;
  private String viaInstance = "\n"; // none has this name
  private byte[] via = {};
  private byte[] viaOfHttp2 = {};

  BackendHead(LoopScope scope) {
    this.scope = scope;
    this.rules = new RequestFields(scope);
    for (FieldName name : FieldName.values()) {
      if (name.isHopByHop()) {
        dropped.add(name);
      }
    }
    droppedWithCookies = EnumSet.copyOf(dropped);
    droppedWithCookies.add(FieldName.COOKIE);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Writes the head of a request. */
  void write(
      RelayRequest request, RelayPlan plan, RoutingTable table, Tally tally, HeadBytes into) {
    if (plan.hasPlainRequests() && isPlain(request)) {
      writePlain(request, plan, table, tally, into);
    } else {
      writeByRules(request, plan, table, tally, into);
    }
  }

  /* What else a request may hold that is changed on its way. */
  private static boolean isPlain(RelayRequest request) {
    HeadFields fields = request.heads();
    return request.parser().originForm()
        && request.parser().minorVersion() == 1
        && !fields.has(FieldName.VIA)
        && !fields.has(FieldName.TE)
        && !fields.has(FieldName.MAX_FORWARDS)
        && fields.times(FieldName.COOKIE) < 2
        && !nominates(fields)
        && !hasUnderscore(fields)
        && !request.isPeerTrusted();
  }

  /** Tells whether the field Connection names others. */
  static boolean nominates(HeadFields fields) {
    int times = fields.times(FieldName.CONNECTION);
    if (times == 0) {
      return false;
    }
    int field = fields.first(FieldName.CONNECTION);
    int length = fields.valueTo(field) - fields.valueFrom(field);
    return times > 1
        || !(length == 10 && fields.lists(FieldName.CONNECTION, "keep-alive")
            || length == 5 && fields.lists(FieldName.CONNECTION, "close"));
  }

  private static boolean hasUnderscore(HeadFields fields) {
    for (int i = 0; i < fields.count(); i++) {
      if (fields.name(i) == FieldName.OTHER) {
        for (int at = fields.nameFrom(i); at < fields.nameTo(i); at++) {
          if (fields.bytes()[at] == '_') {
            return true;
          }
        }
      }
    }
    return false;
  }

  private void writePlain(
      RelayRequest request, RelayPlan plan, RoutingTable table, Tally tally, HeadBytes into) {
    RequestHeadParser parser = request.parser();
    HeadFields fields = request.heads();
    byte[] bytes = request.bytes();
    into.add(bytes, parser.methodFrom(), parser.targetTo()).add(VERSION_END);
    boolean cut = cookies.begin(fields, plan.cookieNames());
    if (fields.count() > 0) {
      Set<FieldName> ending = cut ? droppedWithCookies : dropped;
      into.addRuns(fields, ending, request.lineTo(fields.count() - 1));
    }
    if (cut) {
      cookies.add(into);
    }
    into.add(request.gate().forwardedBlock());
    int host = fields.first(FieldName.HOST);
    if (host >= 0) {
      into.add(FORWARDED_HOST).add(bytes, fields.valueFrom(host), fields.valueTo(host)).end();
    }
    into.add(via(table.config().instance(), request.gate().isHttp2()));
    writeId(tally.id(), into);
    if (parser.chunked()) {
      into.add(CHUNKED);
    }
    into.end();
  }

  private void writeId(RequestId id, HeadBytes into) {
    if (!id.isKnown()) {
      id.set(scope.randomBits(), scope.randomBits());
    }
    into.add(REQUEST_ID);
    if (id.isBits()) {
      into.addHex(id.high()).addHex(id.low()).end();
    } else {
      into.add(id.text()).end();
    }
  }

  private byte[] via(String instance, boolean http2) {
    if (!instance.equals(viaInstance)) {
      viaInstance = instance;
      via = viaLine(instance, HttpVersion.HTTP_1_1);
      viaOfHttp2 = viaLine(instance, HttpVersion.HTTP_2);
    }
    return http2 ? viaOfHttp2 : via;
  }

  private static byte[] viaLine(String instance, HttpVersion version) {
    MultiMap field = HttpHeaders.headers();
    new ViaField(instance).append(field, version);
    return bytes("via: " + field.get("via") + "\r\n");
  }

  /** Returns the own entry in Via fields, as a whole line, of messages in HTTP/1.1. */
  byte[] viaLine(String instance) {
    return via(instance, false);
  }

  private void writeByRules(
      RelayRequest request, RelayPlan plan, RoutingTable table, Tally tally, HeadBytes into) {
    MultiMap fields = HttpHeaders.headers();
    rules.write(request, request.fields(), plan.route(), table.config(), tally, fields);
    String query = request.query();
    into.add(request.method()).add(" ").add(plan.route().rewrite().apply(request.path()));
    if (query != null) {
      into.add("?").add(query);
    }
    into.add(VERSION_END).addFields(fields);
    if (request.parser().chunked()) {
      into.add(CHUNKED);
    }
    into.end();
  }
}

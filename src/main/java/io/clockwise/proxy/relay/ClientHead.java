package io.clockwise.proxy.relay;

import io.clockwise.proxy.loop.AnswerFields;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.loop.Tally;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.relay.stream.BodyCourse.Framing;
import io.clockwise.proxy.relay.stream.FieldMap;
import io.clockwise.proxy.relay.stream.HeadBytes;
import io.clockwise.proxy.wire.AnswerHeadParser;
import io.clockwise.proxy.wire.FieldName;
import io.clockwise.proxy.wire.HeadFields;
import io.clockwise.route.RoutingTable;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** The heads of answers as clients get them, of one event loop. */
public final class ClientHead {
  private static final byte[] VERSION = bytes("HTTP/1.1 ");
  private static final byte[] DATE = bytes("date: ");
  private static final byte[] CHUNKED = bytes("transfer-encoding: chunked\r\n");
  private static final byte[] CLOSE = bytes("connection: close\r\n");

  private final LoopScope scope;
  private final AnswerFields rules;
  private final BackendHead requests;
  private final Set<FieldName> dropped = EnumSet.noneOf(FieldName.class);

  ClientHead(LoopScope scope, BackendHead requests) {
    this.scope = scope;
    this.rules = new AnswerFields(scope);
    this.requests = requests;
    for (FieldName name : FieldName.values()) {
      if (name.isHopByHop()) {
        dropped.add(name);
      }
    }
    dropped.add(FieldName.CLOCKWISE_FORGET);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Writes the head of an answer in HTTP/1.1. */
  public void write(RelayAnswer answer, HeadBytes into) {
    AnswerHeadParser head = answer.head();
    addLine(head, into);
    if (isPlain(answer)) {
      writePlain(head.fields(), answer.headLength(), answer.table(), into);
    } else {
      into.addFields(byRules(answer));
    }
    Framing body = answer.framing();
    if (body == Framing.CHUNKED || body == Framing.CLOSE) {
      into.add(CHUNKED);
    }
    finish(answer.closes(), into);
  }

  /** Tells whether the fields go on as they are, but for those that end here. */
  public static boolean isPlain(RelayAnswer answer) {
    HeadFields fields = answer.head().fields();
    return answer.isPlain()
        && !answer.changesSession()
        && answer.head().minorVersion() == 1
        && !fields.has(FieldName.VIA)
        && !(answer.head().status() == 204 && fields.has(FieldName.CONTENT_LENGTH))
        && !BackendHead.nominates(fields)
        && !hasBlanks(fields);
  }

  /** Returns the fields as the rules for objects make them. */
  public MultiMap byRules(RelayAnswer answer) {
    AnswerHeadParser head = answer.head();
    MultiMap passing = HttpHeaders.headers();
    HttpVersion version = head.minorVersion() == 0 ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
    rules.write(
        FieldMap.of(head.fields()), version, answer.route(), answer.table().config(), passing);
    if (head.status() == 204) {
      passing.remove(HttpHeaders.CONTENT_LENGTH); // RFC 9110 section 8.6
    }
    if (answer.changesSession()) {
      scope.sessions().write(passing, answer.exchange().request().isSecure());
    }
    return passing;
  }

  /** Tells whether an answer that begins sets a cookie, or clears one. */
  boolean changesSession(RelayExchange exchange, HeadFields fields, long nowNanos) {
    if (exchange.plan().cookieNames().isEmpty()) {
      return false;
    }
    Tally tally = exchange.tally();
    int forget = fields.first(FieldName.CLOCKWISE_FORGET);
    return scope
        .sessions()
        .answered(
            tally.visit(),
            Objects.requireNonNull(tally.target()),
            tally.backend(),
            forget < 0 ? null : fields.text(forget),
            System.currentTimeMillis(),
            nowNanos);
  }

  /* Between a name and its colon: they go no further (RFC 9112 section 5.1). */
  private static boolean hasBlanks(HeadFields fields) {
    for (int i = 0; i < fields.count(); i++) {
      if (fields.bytes()[fields.nameTo(i)] != ':') {
        return true;
      }
    }
    return false;
  }

  private static void addLine(AnswerHeadParser answer, HeadBytes into) {
    into.add(VERSION)
        .addStatus(answer.status())
        .add(answer.fields().bytes(), answer.reasonFrom(), answer.reasonTo())
        .end();
  }

  private void writePlain(HeadFields fields, int headLength, RoutingTable table, HeadBytes into) {
    into.addRuns(fields, dropped, headLength - 2);
    into.add(requests.viaLine(table.config().instance()));
    if (!fields.has(FieldName.DATE)) {
      into.add(DATE).add(scope.date().at(System.currentTimeMillis())).end();
    }
  }

  private static void finish(boolean closes, HeadBytes into) {
    if (closes) {
      into.add(CLOSE);
    }
    into.end();
  }

  /** Writes the head of an interim answer. */
  public void writeInterim(AnswerHeadParser answer, HeadBytes into) {
    addLine(answer, into);
    into.addFields(interimFields(answer)).end();
  }

  /** Returns the fields of an interim answer. */
  public static MultiMap interimFields(AnswerHeadParser answer) {
    MultiMap passing = HttpHeaders.headers();
    FieldRules.copyResponse(FieldMap.of(answer.fields()), passing);
    return passing;
  }

  /**
   * Writes the answer to a failure.
   *
   * @param head whether the request was HEAD: its answer has no body
   */
  public void writeFailure(
      FailureResponder.Answer answer, boolean head, boolean closes, HeadBytes into) {
    into.add(VERSION)
        .add(HttpResponseStatus.valueOf(answer.status()).toString())
        .end()
        .addFields(answer.fields());
    if (head) {
      finish(closes, into);
    } else {
      into.add("content-length: ").add(Integer.toString(answer.body().length())).end();
      finish(closes, into);
      into.add(answer.body().getBytes());
    }
  }
}

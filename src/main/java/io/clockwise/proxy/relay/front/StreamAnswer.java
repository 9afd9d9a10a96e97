package io.clockwise.proxy.relay.front;

import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.relay.ClientHead;
import io.clockwise.proxy.relay.RelayAnswer;
import io.clockwise.proxy.relay.RelayLoop;
import io.clockwise.proxy.wire.AnswerHeadParser;
import io.clockwise.proxy.wire.FieldName;
import io.clockwise.proxy.wire.HeadFields;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The heads of answers as HTTP/2 has them (RFC 9113 section 8.3.2), of one connection. */
final class StreamAnswer {
  private static final AsciiString VIA = AsciiString.cached("via");
  private static final AsciiString DATE = AsciiString.cached("date");
  private static final Map<FieldName, AsciiString> NAMES = names();

  private final RelayLoop loop;
  private String instance = "\n"; // none has this name
  private AsciiString via = AsciiString.EMPTY_STRING;

  StreamAnswer(RelayLoop loop) {
    this.loop = loop;
  }

  private static Map<FieldName, AsciiString> names() {
    Map<FieldName, AsciiString> names = new EnumMap<>(FieldName.class);
    for (FieldName each : FieldName.values()) {
      if (each != FieldName.OTHER && each != FieldName.CLOCKWISE_FORGET && !each.isHopByHop()) {
        names.put(each, AsciiString.cached(each.text()));
      }
    }
    return names;
  }

  /** Returns the head of an answer. */
  Http2Headers of(RelayAnswer answer) {
    Http2Headers head = begun(answer.head().status());
    if (ClientHead.isPlain(answer)) {
      writePlain(answer, head);
    } else {
      write(loop.clientHead().byRules(answer), head);
    }
    return head;
  }

  private void writePlain(RelayAnswer answer, Http2Headers into) {
    HeadFields fields = answer.head().fields();
    for (int i = 0; i < fields.count(); i++) {
      AsciiString name = name(fields, i);
      if (name != null) {
        into.add(name, text(fields.bytes(), fields.valueFrom(i), fields.valueTo(i)));
      }
    }
    String own = answer.table().config().instance();
    if (!own.equals(instance)) {
      instance = own;
      MultiMap field = MultiMap.caseInsensitiveMultiMap();
      loop.scope().via(own).append(field, io.vertx.core.http.HttpVersion.HTTP_1_1);
      via = AsciiString.cached(String.valueOf(field.get("via")));
    }
    into.add(VIA, via);
    if (!fields.has(FieldName.DATE)) {
      into.add(DATE, loop.scope().date().at(System.currentTimeMillis()));
    }
  }

  private static AsciiString text(byte[] bytes, int from, int to) {
    return new AsciiString(bytes, from, to - from, true);
  }

  /** Returns the name of a field, in lower case; null when it ends here. */
  private static @Nullable AsciiString name(HeadFields fields, int field) {
    FieldName known = fields.name(field);
    return known == FieldName.OTHER
        ? text(fields.bytes(), fields.nameFrom(field), fields.nameTo(field)).toLowerCase()
        : NAMES.get(known);
  }

  /** Returns the head of an interim answer. */
  static Http2Headers ofInterim(AnswerHeadParser answer) {
    return write(ClientHead.interimFields(answer), begun(answer.status()));
  }

  /** Returns the head of an answer of our own. */
  static Http2Headers ofFailure(FailureResponder.Answer answer, boolean head) {
    Http2Headers into = write(answer.fields(), begun(answer.status()));
    if (!head) {
      into.add("content-length", Integer.toString(answer.body().length()));
    }
    return into;
  }

  /** Returns the fields behind a body. */
  static Http2Headers ofTrailers(MultiMap fields) {
    return write(fields, new DefaultHttp2Headers(false));
  }

  private static Http2Headers begun(int status) {
    return new DefaultHttp2Headers(false).status(HttpResponseStatus.valueOf(status).codeAsText());
  }

  private static Http2Headers write(MultiMap fields, Http2Headers into) {
    for (Map.Entry<String, String> field : fields) {
      into.add(field.getKey().toLowerCase(Locale.ROOT), field.getValue());
    }
    return into;
  }
}

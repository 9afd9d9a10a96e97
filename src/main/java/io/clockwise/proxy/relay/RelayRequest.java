package io.clockwise.proxy.relay;

import io.clockwise.model.CidrBlock;
import io.clockwise.model.text.HostName;
import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.loop.ServedRequest;
import io.clockwise.proxy.policy.ClientAddress;
import io.clockwise.proxy.relay.stream.FieldMap;
import io.clockwise.proxy.relay.stream.HeadBytes;
import io.clockwise.proxy.wire.FieldName;
import io.clockwise.proxy.wire.HeadFields;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.clockwise.proxy.wire.text.ByteText;
import io.clockwise.proxy.wire.text.TextCache;
import io.netty.buffer.ByteBuf;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The head of one request, in bytes of its own; used for one request after the other. */
public final class RelayRequest implements ServedRequest {
  private static final int MOST_FIELDS = 100;
  private static final int FIRST_BYTES = 2048;

  private final TextCache texts;
  private final HostName.Cache hosts;
  private final ByteText view = new ByteText();
  private final RequestHeadParser parser = new RequestHeadParser(MOST_FIELDS);
  private byte[] head = new byte[FIRST_BYTES];
  private int length;
  private List<CidrBlock> trustedProxies = List.of();
  private @Nullable ClientGate gate;
  private @Nullable String method;
  private @Nullable String path;
  private @Nullable String target;
  private @Nullable String host;
  private byte @Nullable [] client;
  private @Nullable MultiMap fields;
  private boolean malformed;

  RelayRequest(TextCache texts, HostName.Cache hosts) {
    this.texts = texts;
    this.hosts = hosts;
  }

  /**
   * Reads a head from the beginning of what was received.
   *
   * @return the length of the head, or what the parser says in its place
   */
  int read(ByteBuf received, int mostBytes) {
    int available = Math.min(received.readableBytes(), mostBytes);
    int size = Math.min(available, FIRST_BYTES);
    while (true) {
      if (head.length < size) {
        head = new byte[Math.max(size, Math.min(mostBytes, 2 * head.length))];
      }
      received.getBytes(received.readerIndex(), head, 0, size);
      length = parser.parse(head, 0, size);
      if (length != RequestHeadParser.INCOMPLETE || size == available) {
        return length;
      }
      size = available;
    }
  }

  /**
   * Reads a head that was written here, all of it.
   *
   * @return whether it is one
   */
  boolean read(HeadBytes written) {
    int size = written.length();
    if (head.length < size) {
      head = new byte[Math.max(size, 2 * head.length)];
    }
    written.copyTo(head);
    length = parser.parse(head, 0, size);
    return length == size;
  }

  /** Begins to be the request of a connection. */
  void begin(ClientGate of, List<CidrBlock> trusted) {
    gate = of;
    trustedProxies = trusted;
    method = null;
    path = null;
    target = null;
    host = null;
    client = null;
    fields = null;
    malformed = false;
  }

  /** Says that nothing of the head is to be believed. */
  void malformed() {
    malformed = true;
  }

  /** Returns what has read the head. */
  public RequestHeadParser parser() {
    return parser;
  }

  /** Returns the fields. */
  public HeadFields heads() {
    return parser.fields();
  }

  byte[] bytes() {
    return head;
  }

  /** Returns where the line of a field has ended, its end included. */
  int lineTo(int field) {
    HeadFields all = parser.fields();
    return field + 1 < all.count() ? all.nameFrom(field + 1) : length - 2;
  }

  /** Returns the fields as objects, for rules that work on those; made when first asked for. */
  MultiMap fields() {
    MultiMap made = fields;
    if (made == null) {
      made = FieldMap.of(parser.fields());
      fields = made;
    }
    return made;
  }

  @Override
  public ClientGate gate() {
    return Objects.requireNonNull(gate);
  }

  @Override
  public HttpVersion version() {
    if (gate().isHttp2()) {
      return HttpVersion.HTTP_2;
    }
    return parser.minorVersion() == 0 ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
  }

  @Override
  public String method() {
    if (malformed) {
      return "";
    }
    String known = method;
    if (known == null) {
      known = texts.of(head, parser.methodFrom(), parser.methodTo());
      method = known;
    }
    return known;
  }

  /** Returns the authority of an absolute target, else the Host field; null without either. */
  @Override
  public @Nullable String rawHost() {
    if (parser.authorityFrom() < parser.authorityTo()) {
      return texts.of(head, parser.authorityFrom(), parser.authorityTo());
    }
    int field = parser.fields().first(FieldName.HOST);
    return field < 0 ? null : value(field);
  }

  private String value(int field) {
    HeadFields all = parser.fields();
    return texts.of(head, all.valueFrom(field), all.valueTo(field));
  }

  @Override
  public String host() {
    if (malformed) {
      return "";
    }
    String known = host;
    if (known == null) {
      String raw = rawHost();
      known = raw == null ? "" : hosts.of(raw);
      host = known;
    }
    return known;
  }

  @Override
  public String target() {
    if (malformed) {
      return "";
    }
    String known = target;
    if (known == null) {
      known = texts.of(head, parser.targetFrom(), parser.targetTo());
      target = known;
    }
    return known;
  }

  @Override
  public String path() {
    String known = path;
    if (known == null) {
      known =
          parser.pathFrom() == parser.pathTo()
              ? "/" // an absolute target may lack it
              : texts.of(head, parser.pathFrom(), parser.pathTo());
      path = known;
    }
    return known;
  }

  @Override
  public @Nullable String query() {
    return parser.hasQuery() ? texts.of(head, parser.queryFrom(), parser.targetTo()) : null;
  }

  /** Tells whether it has a method, which is written as it is. */
  boolean isMethod(String name) {
    return !malformed && parser.isMethod(name);
  }

  @Override
  public @Nullable CharSequence queryText() {
    return parser.hasQuery() ? view.set(head, parser.queryFrom(), parser.targetTo()) : null;
  }

  @Override
  public @Nullable String header(String name) {
    int found = find(name);
    return found == HeadFields.SEVERAL
        ? joined(name)
        : found == HeadFields.NONE ? null : value(found);
  }

  @Override
  public @Nullable CharSequence headerText(String name) {
    int found = find(name);
    if (found == HeadFields.SEVERAL) {
      return joined(name);
    }
    HeadFields all = parser.fields();
    return found == HeadFields.NONE
        ? null
        : view.set(head, all.valueFrom(found), all.valueTo(found));
  }

  private int find(String name) {
    return malformed ? HeadFields.NONE : parser.fields().only(name);
  }

  private String joined(String name) {
    String between = name.equalsIgnoreCase("cookie") ? "; " : ",";
    return String.join(between, fields().getAll(name)).strip();
  }

  @Override
  public byte[] clientAddress() {
    byte[] known = client;
    if (known == null) {
      known =
          isPeerTrusted()
              ? ClientAddress.of(gate().peer(), fields(), trustedProxies)
              : gate().peer();
      client = known;
    }
    return known;
  }

  @Override
  public boolean isPeerTrusted() {
    return !malformed
        && !trustedProxies.isEmpty()
        && ClientAddress.isTrusted(gate().peer(), trustedProxies);
  }

  @Override
  public @Nullable String userAgent() {
    return first(FieldName.USER_AGENT);
  }

  @Override
  public @Nullable String referer() {
    return first(FieldName.REFERER);
  }

  private @Nullable String first(FieldName name) {
    int times = malformed ? 0 : parser.fields().times(name);
    return times == 1 ? value(parser.fields().first(name)) : header(name.text());
  }
}

package io.clockwise.proxy.wire;

import io.clockwise.config.LimitsConfig;
import io.clockwise.model.text.RequestTarget;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.RequestRules;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.headers.HeadersAdaptor;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives changed request heads to the parser and to the decoder and rules of the Vert.x path:
 * whatever the parser takes, the others must take for the same request.
 */
public final class RequestHeadFuzz implements Fuzz {
  static final List<String> SEEDS =
      List.of(
          "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
          "GET /a/b.c?d=e%20f HTTP/1.1\r\nHost: example.test:8080\r\nAccept: */*\r\nX-Key: k 1\r\n\r\n",
          "PUT /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Type: text/plain\r\n\r\n",
          "POST /x HTTP/1.1\r\nhost: a\r\nTransfer-Encoding: chunked\r\nTrailer: x\r\n\r\n",
          "POST /x HTTP/1.0\r\nHost: a\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n",
          "GET http://h.test/p?q HTTP/1.1\r\nHost: [2001:db8::1]:1\r\nConnection: x, close\r\n\r\n",
          "OPTIONS * HTTP/1.1\r\nHost: a\r\nMax-Forwards: 3\r\nCookie: a=b; c=\"d\"\r\n\r\n",
          "GET /%41/..a/ HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 1.2.3.4\r\nVia: 1.1 b\r\n\r\n",
          "PUT /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 7\r\n\r\n",
          "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
          "\r\nDELETE /a;b=c HTTP/1.1\r\nHost: a\r\nX-Empty:\r\nX-B:  b \t\r\n\r\n");
  static final List<String> TOKENS =
      List.of(
          "Content-Length: 5\r\n",
          "Content-Length: 6\r\n",
          "Content-Length: 5, 5\r\n",
          "Content-Length : 5\r\n",
          "content-length:+5\r\n",
          "Content-Length:05\r\n",
          "Content-Length: 18446744073709551617\r\n",
          "Content-Rength: 5\r\n",
          "Content-\u0001ype: 5\r\n",
          "Transfer-Encoding: chunked\r\n",
          "Transfer-Encoding:chunked \r\n",
          "Transfer-Encoding: identity\r\n",
          "Transfer-Encoding: gzip, chunked\r\n",
          "Transfer-Encoding: chunked, chunked\r\n",
          "Transfer-Encoding: ,chunked,\r\n",
          "Transfer-Encoding: \"chunked\"\r\n",
          "Transfer-Encoding: xchunked\r\n",
          "Transfer_Encoding: chunked\r\n",
          "Sec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2\r\n",
          "Host: b\r\n",
          "Host: [::1]\r\n",
          "Host:\r\n",
          "Expect: 200-ok\r\n",
          " folded\r\n",
          "\tfolded\r\n",
          "\r\n",
          "\n",
          "\r",
          "\r\n\r\n",
          "\r\r\n",
          ":",
          ": ",
          " :",
          "HTTP/1.0",
          "HTTP/1.2",
          "HTTP/11.1",
          "http/1.1",
          "/../",
          "/%2e%2E/",
          "%2f",
          "%5C..",
          "%00",
          "%",
          "?",
          "#",
          "http://",
          "https://[::1]:2",
          "//",
          "GET ",
          "\u0000",
          "\u007f",
          "\u00ff");

  private static final byte[] NEXT =
      "GET /next HTTP/1.1\r\nHost: n\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] NO_CHUNKS = "0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
  private static final int LONGEST_BODY = 200;
  private static final int COMPARED = 16; // one of so many refusals
  private static final LimitsConfig LIMITS = LimitsConfig.DEFAULT;

  private final Mutant mutant;
  private final RequestHeadParser parser =
      new RequestHeadParser(LIMITS.headerCount()).limits(LIMITS);
  private final RequestHeadParser again =
      new RequestHeadParser(LIMITS.headerCount()).limits(LIMITS);
  private final Map<String, Long> outcomes = new TreeMap<>();
  private EmbeddedChannel channel = channel();

  /** Makes one that always makes the same messages for a seed. */
  public RequestHeadFuzz(long seed) {
    this.mutant = new Mutant(seed, SEEDS, TOKENS);
  }

  private static EmbeddedChannel channel() {
    return new EmbeddedChannel(
        new VertxHttpRequestDecoder(
            new Http1ServerConfig()
                .setMaxInitialLineLength(LIMITS.requestLine())
                .setMaxHeaderSize(LIMITS.headers())));
  }

  @Override
  public List<String> run(int heads) {
    List<String> disagreements = new ArrayList<>();
    for (int i = 0; i < heads && disagreements.size() < 20; i++) {
      byte[] head = mutant.next();
      String problem = problem(head);
      if (problem != null) {
        disagreements.add(problem + ": " + Mutant.shown(head));
        channel = channel();
      }
    }
    return disagreements;
  }

  @Override
  public Map<String, Long> outcomes() {
    return outcomes;
  }

  private void count(String what) {
    outcomes.merge(what, 1L, Long::sum);
  }

  private @Nullable String problem(byte[] head) {
    int length = parser.parse(head, 0, head.length);
    if (length < 0) {
      if (mutant.random().nextInt(COMPARED) == 0) {
        theirs(head, length);
      }
      return null;
    }
    count("taken");
    channel.writeInbound(Unpooled.wrappedBuffer(head, 0, length));
    Object first = channel.readInbound();
    String problem =
        first instanceof HttpRequest request ? differs(head, request) : "no request: " + first;
    if (problem == null) {
      problem = bodyDiffers();
    }
    return problem == null ? changesWhenForwarded(head) : problem;
  }

  private static @Nullable ProxyFailure refused(HttpRequest request) {
    io.netty.handler.codec.http.HttpVersion version = request.protocolVersion();
    return RequestRules.check(
        request.method().name(),
        RequestTarget.parse(request.uri()),
        version.minorVersion() == 0 ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1,
        new HeadersAdaptor(request.headers()),
        null,
        LIMITS);
  }

  private String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private @Nullable String differs(byte[] head, HttpRequest request) {
    if (request.decoderResult().isFailure()) {
      return "refused by the decoder: " + request.decoderResult().cause();
    }
    ProxyFailure failure = refused(request);
    if (failure != null) {
      return "refused by the rules: " + failure.detail();
    }
    if (!request.method().name().equals(text(head, parser.methodFrom(), parser.methodTo()))
        || !request.uri().equals(text(head, parser.targetFrom(), parser.targetTo()))
        || !request.protocolVersion().text().equals("HTTP/1." + parser.minorVersion())) {
      return "another first line: " + request;
    }
    RequestTarget target = RequestTarget.parse(request.uri());
    String path = text(head, parser.pathFrom(), parser.pathTo());
    String query = parser.hasQuery() ? text(head, parser.queryFrom(), parser.targetTo()) : null;
    String authority = text(head, parser.authorityFrom(), parser.authorityTo());
    if (!new RequestTarget(authority, path.isEmpty() ? "/" : path, query).equals(target)) {
      return "another target: " + target;
    }
    List<Map.Entry<String, String>> theirs = request.headers().entries();
    HeadFields fields = parser.fields();
    if (theirs.size() != fields.count()) {
      return "other fields: " + theirs;
    }
    for (int i = 0; i < fields.count(); i++) {
      String name = text(head, fields.nameFrom(i), fields.nameTo(i));
      Map.Entry<String, String> field = theirs.get(i); // some names in another case
      if (!field.getKey().equalsIgnoreCase(name) || !field.getValue().equals(fields.text(i))) {
        return "another field: " + field;
      }
    }
    return null;
  }

  /** Sends the body that the parser expects, and another request. */
  private @Nullable String bodyDiffers() {
    long length = parser.contentLength();
    if (length > LONGEST_BODY) {
      channel = channel();
      return null;
    }
    if (parser.chunked() || length > 0) {
      Object early = channel.readInbound();
      if (early != null) {
        return "a body that ends with the head: " + early;
      }
      channel.writeInbound(
          parser.chunked()
              ? Unpooled.wrappedBuffer(NO_CHUNKS)
              : Unpooled.wrappedBuffer(new byte[(int) length]));
    }
    boolean ended = false;
    for (Object part = channel.readInbound(); part != null; part = channel.readInbound()) {
      ended = part instanceof LastHttpContent && ((HttpContent) part).decoderResult().isSuccess();
      ReferenceCountUtil.release(part);
    }
    channel.writeInbound(Unpooled.wrappedBuffer(NEXT));
    Object next = channel.readInbound();
    Object last = channel.readInbound();
    boolean read = next instanceof HttpRequest request && request.uri().equals("/next");
    return ended && read && last instanceof LastHttpContent ? null : "another body";
  }

  /** What is written from the parts of the head must be the same head. */
  private @Nullable String changesWhenForwarded(byte[] head) {
    StringBuilder out = new StringBuilder();
    out.append(text(head, parser.methodFrom(), parser.methodTo())).append(' ');
    out.append(text(head, parser.targetFrom(), parser.targetTo()));
    out.append(" HTTP/1.").append(parser.minorVersion()).append("\r\n");
    HeadFields fields = parser.fields();
    for (int i = 0; i < fields.count(); i++) {
      out.append(text(head, fields.nameFrom(i), fields.nameTo(i)));
      out.append(": ").append(fields.text(i)).append("\r\n");
    }
    byte[] bytes = out.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    boolean same =
        again.parse(bytes, 0, bytes.length) == bytes.length
            && again.fields().count() == fields.count()
            && again.contentLength() == parser.contentLength()
            && again.chunked() == parser.chunked()
            && again.keepsAlive() == parser.keepsAlive();
    return same ? null : "another head when it is written again";
  }

  /** Counts what the others say of a head that the parser does not take. */
  private void theirs(byte[] head, int ours) {
    String own = ours == RequestHeadParser.INCOMPLETE ? "INCOMPLETE" : parser.fault().name();
    EmbeddedChannel apart = channel();
    apart.writeInbound(Unpooled.wrappedBuffer(head));
    Object first = apart.readInbound();
    String theirs = "incomplete";
    if (first instanceof HttpRequest request) {
      ProxyFailure failure = request.decoderResult().isFailure() ? null : refused(request);
      theirs =
          request.decoderResult().isFailure()
              ? "decoder"
              : failure == null ? "taken" : failure.kind().toString();
    }
    count(own + " / " + theirs);
    apart.releaseInbound();
  }
}

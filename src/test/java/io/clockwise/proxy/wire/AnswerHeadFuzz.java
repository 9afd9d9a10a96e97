package io.clockwise.proxy.wire;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives changed heads of answers to the parser and to the decoder of the Vert.x path: whatever the
 * parser takes, the decoder must take for the same answer.
 */
public final class AnswerHeadFuzz implements Fuzz {
  static final List<String> SEEDS =
      List.of(
          "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nDate: x\r\n\r\n",
          "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\nTrailer: x\r\n\r\n",
          "HTTP/1.1 404\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
          "HTTP/1.0 500 Not at all\r\nContent-Type: text/plain\r\nConnection: keep-alive\r\n\r\n",
          "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\nContent-Length: 7\r\n\r\n",
          "HTTP/1.1 204 No\r\nX-A:  b \t\r\nX-B:\r\n\r\n",
          "HTTP/1.1 103 Early\r\nLink: </a>; rel=preload\r\n\r\n",
          "HTTP/1.1 599 \u00e9\t!\r\nSet-Cookie: a=b\r\nSet-Cookie: c=d\r\nContent-Length: 9\r\n\r\n");
  static final List<String> TOKENS =
      List.of(
          "Content-Length: 5\r\n",
          "Content-Length: 6\r\n",
          "Content-Length: 5, 5\r\n",
          "Content-Length : 5\r\n",
          "X Y: 5\r\n",
          "Content-Length:+5\r\n",
          "Content-Length:05\r\n",
          "Transfer-Encoding: chunked\r\n",
          "Transfer-Encoding: gzip, chunked\r\n",
          "Transfer-Encoding: identity\r\n",
          "Sec-WebSocket-Origin: 1\r\nSec-WebSocket-Location: 2\r\n",
          " folded\r\n",
          "\t\r\n",
          "\r\n",
          "\n",
          "\r",
          "HTTP/1.0",
          "HTTP/1.2",
          "http/1.1",
          "101 ",
          "+200",
          "0200",
          "-1",
          "2",
          "0",
          " :",
          ":",
          " ",
          "\u0000",
          "\u007f");

  private static final int LONGEST_BODY = 200;
  private static final byte[] NEXT =
      "HTTP/1.1 207 next\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] NO_CHUNKS = "0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

  private final Mutant mutant;
  private final AnswerHeadParser parser = new AnswerHeadParser(100).cutsBlanks(true);
  private final Map<String, Long> outcomes = new TreeMap<>();
  private EmbeddedChannel channel = channel();

  /** Makes one that always makes the same messages for a seed. */
  public AnswerHeadFuzz(long seed) {
    this.mutant = new Mutant(seed, SEEDS, TOKENS);
  }

  private static EmbeddedChannel channel() {
    return new EmbeddedChannel(new HttpResponseDecoder(new HttpDecoderConfig()));
  }

  @Override
  public Map<String, Long> outcomes() {
    return outcomes;
  }

  @Override
  public List<String> run(int heads) {
    List<String> disagreements = new ArrayList<>();
    for (int i = 0; i < heads && disagreements.size() < 20; i++) {
      byte[] head = mutant.next();
      int length = parser.parse(head, 0, head.length);
      if (length < 0) {
        String why =
            length == RequestHeadParser.INCOMPLETE ? "INCOMPLETE" : String.valueOf(parser.fault());
        outcomes.merge(why, 1L, Long::sum);
        continue;
      }
      outcomes.merge("taken", 1L, Long::sum);
      String problem = problem(head, length);
      if (problem != null) {
        disagreements.add(problem + ": " + Mutant.shown(head));
        channel = channel();
      }
    }
    return disagreements;
  }

  private @Nullable String problem(byte[] head, int length) {
    channel.writeInbound(Unpooled.wrappedBuffer(head, 0, length));
    Object first = channel.readInbound();
    if (!(first instanceof HttpResponse answer)) {
      return "no answer: " + first;
    }
    if (answer.decoderResult().isFailure()) {
      return "refused by the decoder: " + answer.decoderResult().cause();
    }
    String reason = text(head, parser.reasonFrom(), parser.reasonTo()).stripTrailing();
    if (answer.status().code() != parser.status()
        || !answer.status().reasonPhrase().strip().equals(reason.strip())
        || answer.protocolVersion().minorVersion() != parser.minorVersion()) {
      return "another first line: " + answer;
    }
    HeadFields fields = parser.fields();
    List<Map.Entry<String, String>> theirs = answer.headers().entries();
    boolean coded = bodiless() && fields.has(FieldName.TRANSFER_ENCODING); // which is taken away
    if (!coded && theirs.size() != fields.count()) {
      return "other fields: " + theirs;
    }
    for (int i = 0; i < fields.count() && !coded; i++) {
      String name = text(head, fields.nameFrom(i), fields.nameTo(i));
      if (!theirs.get(i).getKey().equals(name)
          || !theirs.get(i).getValue().equals(fields.text(i))) {
        return "another field: " + theirs.get(i);
      }
    }
    return bodyDiffers();
  }

  private boolean bodiless() {
    return parser.status() < 200 || parser.status() == 204 || parser.status() == 304;
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private @Nullable String bodyDiffers() {
    long length = parser.contentLength();
    boolean toTheEnd = !bodiless() && length < 0 && !parser.chunked();
    if (parser.status() == 101 || toTheEnd || length > LONGEST_BODY) {
      boolean early = channel.readInbound() instanceof LastHttpContent;
      channel = channel();
      return early == bodiless() ? null : "a body that ends with the head";
    }
    if (!bodiless() && (parser.chunked() || length > 0)) {
      if (channel.readInbound() != null) {
        return "a body that ends with the head";
      }
      channel.writeInbound(
          parser.chunked()
              ? Unpooled.wrappedBuffer(NO_CHUNKS)
              : Unpooled.wrappedBuffer(new byte[(int) length]));
    }
    boolean ended = false;
    for (Object part = channel.readInbound(); part != null; part = channel.readInbound()) {
      ended = part instanceof LastHttpContent;
      ReferenceCountUtil.release(part);
    }
    channel.writeInbound(Unpooled.wrappedBuffer(NEXT));
    boolean read =
        channel.readInbound() instanceof HttpResponse next && next.status().code() == 207;
    read &= channel.readInbound() instanceof LastHttpContent;
    return ended && read ? null : "another body";
  }
}

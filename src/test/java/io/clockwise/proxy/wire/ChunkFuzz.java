package io.clockwise.proxy.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives changed bodies in chunks, in parts of any size, to the scanner and to the decoder of the
 * Vert.x path: what the scanner takes, the decoder must take for the same body.
 */
public final class ChunkFuzz implements Fuzz {
  static final List<String> SEEDS =
      List.of(
          "0\r\n\r\n",
          "5\r\nhello\r\n0\r\n\r\n",
          "a\r\n0123456789\r\nB\r\nhello world\r\n00\r\n\r\n",
          "3;a=b;c=\"d;\\\" e\"\r\nabc\r\n0;x\r\n\r\n",
          "1 ; a = b\r\nx\r\n0\r\nX-Sum: 1\r\nX-B:  c \t\r\n\r\n",
          "2\r\n\r\n\r\n0\r\nA:\r\n\r\n");
  static final List<String> TOKENS =
      List.of(
          ";a",
          ";a=",
          ";a=\"",
          "\"",
          ";;",
          ";",
          " ",
          "\t",
          " ;x",
          "\\",
          "0x",
          "+",
          "-",
          "0",
          "00000000",
          "ffffffff",
          "7fffffff",
          "fffffffffffffff",
          "1_0",
          "\r\n",
          "\n",
          "\r",
          "X-C: d\r\n",
          "X D: e\r\n",
          " fold\r\n",
          "Content-Length: 5\r\n",
          "0\r\n\r\n",
          "\u0000");

  private static final byte[] HEAD =
      "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
          .getBytes(StandardCharsets.ISO_8859_1);

  /* RFC 9112 section 7.1.1 has blanks before a semicolon, other bytes than those of ASCII between
  quotes, and a size as long as it likes; the decoder has not. */
  private static final Pattern KNOWN =
      Pattern.compile(
          "=[ \t]*[^\" \t;]+[ \t]+;|;[^\r]*[\u0080-\u00ff]|^0*[1-9a-fA-F][0-9a-fA-F]{7}",
          Pattern.MULTILINE);

  /* Trailers that the decoder leaves out, one for what it takes it for. */
  private static final Pattern DROPPED =
      Pattern.compile("(content-.ength|trailer|transfer-encoding)=", Pattern.CASE_INSENSITIVE);

  private final Mutant mutant;
  private final ChunkScanner scanner = new ChunkScanner();
  private final Map<String, Long> outcomes = new TreeMap<>();

  /** Makes one that always makes the same messages for a seed. */
  public ChunkFuzz(long seed) {
    this.mutant = new Mutant(seed, SEEDS, TOKENS);
  }

  @Override
  public Map<String, Long> outcomes() {
    return outcomes;
  }

  /** What a scanner gave away. */
  private static final class Kept implements ChunkScanner.Sink {
    private final ByteArrayOutputStream passed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private final List<String> trailers = new ArrayList<>();
    private ByteBuf bytes = Unpooled.EMPTY_BUFFER;

    @Override
    public void pass(int from, int to) {
      passed.writeBytes(ByteBufUtil.getBytes(bytes, from, to - from));
    }

    @Override
    public void data(int from, int to) {
      data.writeBytes(ByteBufUtil.getBytes(bytes, from, to - from));
    }

    @Override
    public void trailers(HeadFields fields) {
      for (int i = 0; i < fields.count(); i++) {
        byte[] all = fields.bytes();
        int from = fields.nameFrom(i);
        String name = new String(all, from, fields.nameTo(i) - from, StandardCharsets.ISO_8859_1);
        trailers.add(name + "=" + fields.text(i));
      }
      passed.writeBytes("\r\n".getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  @Override
  public List<String> run(int bodies) {
    List<String> disagreements = new ArrayList<>();
    for (int i = 0; i < bodies && disagreements.size() < 20; i++) {
      byte[] body = mutant.next();
      Kept kept = new Kept();
      int length = scan(scanner, body, kept, 1 + mutant.random().nextInt(body.length + 1));
      String problem = scanner.isMalformed() ? null : problem(body, length, kept);
      outcomes.merge(
          scanner.isMalformed() ? "malformed" : scanner.isDone() ? "done" : "incomplete",
          1L,
          Long::sum);
      if (problem != null) {
        disagreements.add(problem + ": " + Mutant.shown(body));
      }
    }
    return disagreements;
  }

  /** Scans in parts of one size; returns how much was taken. */
  private static int scan(ChunkScanner scanner, byte[] body, Kept kept, int part) {
    scanner.begin();
    kept.bytes = Unpooled.wrappedBuffer(body);
    int at = 0;
    while (at < body.length && !scanner.isDone() && !scanner.isMalformed()) {
      at += scanner.scan(kept.bytes, at, Math.min(body.length, at + part), kept);
    }
    return at;
  }

  private @Nullable String problem(byte[] body, int length, Kept kept) {
    EmbeddedChannel channel =
        new EmbeddedChannel(new VertxHttpRequestDecoder(new Http1ServerConfig()));
    channel.writeInbound(Unpooled.wrappedBuffer(HEAD), Unpooled.wrappedBuffer(body));
    if (!(channel.readInbound() instanceof HttpRequest)) {
      return "no request";
    }
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    List<String> trailers = null;
    for (Object part = channel.readInbound();
        part instanceof HttpContent content && trailers == null;
        part = channel.readInbound()) {
      if (content.decoderResult().isFailure()) {
        boolean known = KNOWN.matcher(new String(body, StandardCharsets.ISO_8859_1)).find();
        return known ? null : "refused by the decoder: " + content.decoderResult().cause();
      }
      data.writeBytes(ByteBufUtil.getBytes(content.content()));
      if (part instanceof LastHttpContent last) {
        trailers = new ArrayList<>();
        for (Map.Entry<String, String> field : last.trailingHeaders().entries()) {
          trailers.add(field.getKey() + "=" + field.getValue());
        }
      }
    }
    channel.releaseInbound();
    if (scanner.isDone() != (trailers != null)) {
      return scanner.isDone() ? "not over for the decoder" : "over for the decoder";
    }
    if (!Arrays.equals(data.toByteArray(), kept.data.toByteArray())
        || scanner.dataBytes() != data.size()) {
      return "other data";
    }
    List<String> passing = new ArrayList<>(kept.trailers);
    passing.removeIf(field -> DROPPED.matcher(field).lookingAt());
    if (trailers != null && !trailers.equals(passing)) {
      return "other trailers: " + trailers;
    }
    return scanner.isDone() ? changesWhenPassed(kept, length) : null;
  }

  /** What was passed is a body without extensions and trailers, and with the same data. */
  private @Nullable String changesWhenPassed(Kept kept, int length) {
    ChunkScanner again = new ChunkScanner();
    Kept second = new Kept();
    byte[] passed = kept.passed.toByteArray();
    int taken = scan(again, passed, second, passed.length);
    boolean same =
        again.isDone()
            && taken == passed.length
            && taken <= length
            && !again.hasExtensions()
            && !again.hasTrailers()
            && Arrays.equals(second.data.toByteArray(), kept.data.toByteArray());
    return same ? null : "another body when it is passed on";
  }
}

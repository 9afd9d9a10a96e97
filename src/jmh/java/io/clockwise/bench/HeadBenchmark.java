package io.clockwise.bench;

import io.clockwise.proxy.wire.AnswerHeadParser;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.clockwise.proxy.wire.text.TextCache;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** From the bytes of a head to what is known of it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HeadBenchmark {
  private static final byte[] REQUEST =
      bytes(
          "GET /shop/items/4711?colour=blue&size=xl HTTP/1.1\r\n"
              + "Host: www.example.com\r\n"
              + "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r\n"
              + "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
              + "Accept-Language: en-US,en;q=0.5\r\n"
              + "Accept-Encoding: gzip, deflate, br\r\n"
              + "Connection: keep-alive\r\n"
              + "Cookie: session=0123456789abcdef\r\n"
              + "X-Key: customer-4711\r\n"
              + "Cache-Control: no-cache\r\n"
              + "Priority: u=0, i\r\n\r\n");
  private static final byte[] SMALL =
      bytes("GET /x HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nX-Key: k1\r\n\r\n");
  private static final byte[] ANSWER =
      bytes(
          "HTTP/1.1 200 OK\r\nServer: nginx/1.22.1\r\nDate: Mon, 01 Jan 2024 00:00:00 GMT\r\n"
              + "Content-Type: application/octet-stream\r\nContent-Length: 100\r\n"
              + "Connection: keep-alive\r\nX-Backend: a\r\n\r\n");

  private final RequestHeadParser requests = new RequestHeadParser(100);
  private final AnswerHeadParser answers = new AnswerHeadParser(100);
  private final TextCache texts = new TextCache();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A browser's request: ten fields, about 400 bytes. */
  @Benchmark
  public int request() {
    return requests.parse(REQUEST, 0, REQUEST.length);
  }

  /** A load generator's request: two fields, 50 bytes. */
  @Benchmark
  public int smallRequest() {
    return requests.parse(SMALL, 0, SMALL.length);
  }

  /** An answer with six fields. */
  @Benchmark
  public int answer() {
    return answers.parse(ANSWER, 0, ANSWER.length);
  }

  /** The text of a path that came before. */
  @Benchmark
  public String text() {
    return texts.of(REQUEST, 4, 40);
  }
}

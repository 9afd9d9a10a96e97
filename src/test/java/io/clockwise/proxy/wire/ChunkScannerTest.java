package io.clockwise.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.Allocation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkScannerTest {
  private static final ChunkScanner.Sink NOBODY =
      new ChunkScanner.Sink() {
        @Override
        public void pass(int from, int to) {}

        @Override
        public void trailers(HeadFields fields) {}
      };

  private final ChunkScanner scanner = new ChunkScanner();

  /** Writes down what comes, all but the trailers as text. */
  private static final class Log implements ChunkScanner.Sink {
    private final List<String> passed = new ArrayList<>();
    private final StringBuilder data = new StringBuilder();
    private final List<String> trailers = new ArrayList<>();
    private final String text;

    Log(String text) {
      this.text = text;
    }

    @Override
    public void pass(int from, int to) {
      passed.add(text.substring(from, to));
    }

    @Override
    public void data(int from, int to) {
      data.append(text, from, to);
    }

    @Override
    public void trailers(HeadFields fields) {
      for (int i = 0; i < fields.count(); i++) {
        trailers.add(fields.name(i) + "=" + fields.text(i));
      }
    }
  }

  private static ByteBuf bytes(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
  }

  private int scan(String text, ChunkScanner.Sink sink) {
    scanner.begin();
    return scanner.scan(bytes(text), 0, text.length(), sink);
  }

  @Test
  void aBodyPassesInOnePiece() {
    String body = "5\r\nhello\r\n00\r\n\r\n";
    Log log = new Log(body + "GET /");
    assertThat(scan(log.text, log)).isEqualTo(body.length());
    assertThat(scanner.isDone()).isTrue();
    assertThat(scanner.isMalformed()).isFalse();
    assertThat(scanner.dataBytes()).isEqualTo(5);
    assertThat(scanner.hasExtensions()).isFalse();
    assertThat(scanner.hasTrailers()).isFalse();
    assertThat(log.passed).containsExactly(body);
    assertThat(log.data).hasToString("hello");
  }

  @Test
  void extensionsAndTrailersAreNotPassed() {
    String body = "5 ; a=\"b\\\"\" \t;c\r\nhello\r\n0;d=e\r\nX-Sum: 1\r\nVia:\r\n\r\n";
    for (int part = 1; part <= body.length(); part++) {
      Log log = new Log(body);
      ByteBuf bytes = bytes(body);
      scanner.begin();
      for (int at = 0; at < body.length(); at += part) {
        int to = Math.min(at + part, body.length());
        assertThat(scanner.scan(bytes, at, to, log)).isEqualTo(to - at);
      }
      assertThat(scanner.isDone()).isTrue();
      assertThat(scanner.hasExtensions()).isTrue();
      assertThat(scanner.hasTrailers()).isTrue();
      assertThat(String.join("", log.passed)).isEqualTo("5\r\nhello\r\n0\r\n");
      assertThat(log.data).hasToString("hello");
      assertThat(log.trailers).containsExactly("OTHER=1", "VIA=");
    }
  }

  @Test
  void aBodyThatIsCutAnywhereIsNotDone() {
    String body = "3;a\r\nabc\r\n0\r\nX: 1\r\n\r\n";
    for (int to = 0; to < body.length(); to++) {
      assertThat(scan(body.substring(0, to), NOBODY)).isEqualTo(to);
      assertThat(scanner.isDone() || scanner.isMalformed()).as("%d", to).isFalse();
    }
  }

  /** The body, and after how many bytes it is known not to be one; a caret is a line end. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "^ ~ 0",
        "g^ ~ 0",
        "+5^ ~ 0",
        "-1^ ~ 0",
        "0x5^ ~ 1",
        "5h^ ~ 1",
        "5\\n ~ 1",
        "5\\r\\r ~ 2",
        ";a^ ~ 0",
        "5 ^ ~ 2",
        "5;^ ~ 2",
        "5;a=^ ~ 4",
        "5;a=\"b^ ~ 6",
        "5;a=\"\\\\^ ~ 6",
        "5;a b^ ~ 4",
        "5;=b^ ~ 2",
        "5;a\\n ~ 3",
        "5;a=b\"^ ~ 5",
        "5;a=\"b\"c^ ~ 7",
        "5;a ^ ~ 4",
        "1^ab ~ 4",
        "1^a\\n ~ 4",
        "1^a^^ ~ 6",
        "0^\\n ~ 3",
        "0^X : 1^ ~ 8",
        "0^X: 1^ a^ ~ 12",
        "0^X: \\0^ ~ 8",
        "0^^ ~ 5",
        "1234567890123456^ ~ 15"
      })
  void whatIsNoBodyIsRefused(String body, int taken) {
    String text = body.replace("^", "\r\n").replace("\\n", "\n").replace("\\r", "\r");
    text = text.replace("\\0", "\0").replace("\\\\", "\\");
    if (taken == text.length()) {
      scan(text, NOBODY);
      assertThat(scanner.isDone()).isTrue();
    } else {
      assertThat(scan(text + "rest\r\n", NOBODY)).as(text).isLessThanOrEqualTo(taken + 1);
      assertThat(scanner.isMalformed()).as(text).isTrue();
      assertThat(scanner.scan(bytes("0"), 0, 1, NOBODY)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0\r\n\r\n",
        "000\r\n\r\n",
        "a\r\n0123456789\r\n0\r\n\r\n",
        "2\r\n\r\n\r\n0\r\n\r\n",
        "0;a;b=c;d=\"\"\r\n\r\n",
        "0\t;\ta\t=\tb\r\n\r\n",
        "0;a=b ;c\r\n\r\n",
        "0;a=\"\\\"\t\u00e9\";b\r\n\r\n"
      })
  void bodiesAreDone(String body) {
    assertThat(scan(body, NOBODY)).isEqualTo(body.length());
    assertThat(scanner.isDone()).isTrue();
  }

  @Test
  void aChunkMayBeLongerThanAnInt() {
    String begin = "123456789ab\r\n";
    assertThat(scan(begin + "x", NOBODY)).isEqualTo(begin.length() + 1);
    assertThat(scanner.isMalformed()).isFalse();
    assertThat(scanner.dataBytes()).isEqualTo(1);
  }

  @Test
  void extensionsAndTrailersHaveLimits() {
    scan("5;" + "a".repeat(4095) + "\r\n", NOBODY);
    assertThat(scanner.isMalformed()).isFalse();
    scan("5;" + "a".repeat(4096) + "\r\n", NOBODY);
    assertThat(scanner.isMalformed()).isTrue();
    scanner.limits(20, 2);
    scan("0\r\nX: 12345678\r\nY: 123456\r\n\r\n", NOBODY);
    assertThat(scanner.isDone()).isTrue();
    for (String trailers : new String[] {"X: 12345678\r\nY: 1234567\r\n", "X:\r\nX:\r\nX:\r\n"}) {
      scan("0\r\n" + trailers + "\r\n", NOBODY);
      assertThat(scanner.isMalformed()).as(trailers).isTrue();
    }
    scan("0\r\nX: " + "a".repeat(50), NOBODY);
    assertThat(scanner.isMalformed()).isTrue();
  }

  @Test
  void nothingIsAllocatedForABody() {
    ByteBuf bytes = bytes("5;a=b\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n");
    Allocation.assertNone(
        i -> {
          scanner.begin();
          return scanner.scan(bytes, 0, bytes.readableBytes(), NOBODY);
        });
  }
}

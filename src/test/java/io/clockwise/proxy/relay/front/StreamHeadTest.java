package io.clockwise.proxy.relay.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.proxy.relay.stream.HeadBytes;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamHeadTest {
  private static final String LINE = "GET /a?b HTTP/1.1\r\nhost: h:1\r\n";

  private final HeadBytes into = new HeadBytes();

  private static AsciiString octets(String text) {
    return new AsciiString(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static Http2Headers head(String... more) {
    Http2Headers head = new DefaultHttp2Headers(false);
    head.method("GET").scheme("https").authority("h:1").path("/a?b");
    for (int i = 0; i < more.length; i += 2) {
      head.add(octets(more[i]), octets(more[i + 1]));
    }
    return head;
  }

  /** Returns what was written; null: the head is not taken. */
  private @Nullable String written(Http2Headers head, boolean ended) {
    if (!StreamHead.write(head, ended, into)) {
      return null;
    }
    byte[] bytes = new byte[into.length()];
    into.copyTo(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Test
  void aHeadIsWrittenAsItCame() {
    assertThat(written(head(), true)).isEqualTo(LINE + "\r\n");
    assertThat(written(head("accept", "*/*", "x", "", "accept", "a b\tc"), true))
        .isEqualTo(LINE + "accept: */*\r\nx: \r\naccept: a b\tc\r\n\r\n");
  }

  @Test
  void whatIsNoTextInUtf8PassesAsBytes() {
    assertThat(written(head("x", "\u00e4\u0080\u00ff"), true))
        .isEqualTo(LINE + "x: \u00e4\u0080\u00ff\r\n\r\n");
  }

  @Test
  void textsThatAreNoBytesAreTakenToo() {
    Http2Headers head = new DefaultHttp2Headers(false);
    head.method("GET").scheme("https").authority("h:1").path("/a?b").add("x", "y");
    assertThat(written(head, true)).isEqualTo(LINE + "x: y\r\n\r\n");
  }

  @Test
  void nothingOfTheHeadBeforeIsLeft() {
    assertThat(written(head("x", "a long one"), true)).isNotNull();
    assertThat(written(head("x", "1"), true)).isEqualTo(LINE + "x: 1\r\n\r\n");
  }

  @Test
  void aBodyOfNoKnownLengthComesInChunks() {
    assertThat(written(head(), false)).isEqualTo(LINE + "transfer-encoding: chunked\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLengthFramesTheBody(boolean ended) {
    assertThat(written(head("content-length", "5"), ended))
        .isEqualTo(LINE + "content-length: 5\r\n\r\n");
  }

  @Test
  void crumbsOfCookiesAreOneField() {
    assertThat(written(head("cookie", "a=b", "x", "y", "cookie", "c=d", "cookie", ""), true))
        .isEqualTo(LINE + "x: y\r\ncookie: a=b; c=d; \r\n\r\n");
    assertThat(written(head("cookie", "a=b"), true)).isEqualTo(LINE + "cookie: a=b\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a\rb", "a\nb", "a\r\nb", "a\0", " a", "a ", "\ta", "a\t", "\u007f", "\u0001"})
  void aValueThatCouldBeAnotherIsNotTaken(String value) {
    assertThat(written(head("x", value), true)).isNull();
    assertThat(written(head("cookie", value), true)).isNull();
    assertThat(written(head().path("/" + value + "x"), true)).matches(this::isNullOrBlanks);
    assertThat(written(head().authority(value), true)).isNull();
  }

  /* A blank within is the parser's to refuse. */
  private boolean isNullOrBlanks(@Nullable String written) {
    return written == null || written.lines().count() == 3;
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:b", "a b", "a\r", "a\n", "a\0", "\u00e4", "a\"", "(", ":x", ":status"})
  void aNameThatCouldBeAnotherIsNotTaken(String name) {
    assertThat(written(head(name, "v"), true)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "transfer-encoding,chunked",
    "content-type,application/grpc",
    "content-type,application/grpc+proto",
    "content-type,Application/gRPC-Web"
  })
  void whatMeansMoreIsNotTaken(String name, String value) {
    assertThat(written(head(name, value), true)).isNull();
    assertThat(written(head(name, value), false)).isNull();
  }

  @Test
  void otherTypesAreTaken() {
    assertThat(written(head("content-type", "application/grp"), true)).isNotNull();
    assertThat(written(head("content-type", "text/plain"), true)).isNotNull();
  }

  /* The parser of both protocols judges these. */
  @ParameterizedTest
  @ValueSource(strings = {"connection", "host", "te", "upgrade", "max-forwards", "via"})
  void fieldsThatMeanTheSameInBothAreWritten(String name) {
    assertThat(written(head(name, "v"), true)).isEqualTo(LINE + name + ": v\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {":method", ":path", ":scheme", ":authority"})
  void nothingMayBeMissing(String name) {
    Http2Headers head = head();
    head.remove(name);
    assertThat(written(head, true)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*", "http://h/a", "a", " /", "?a"})
  void aPathBeginsWithASlash(String path) {
    assertThat(written(head().path(path), true)).isNull();
  }

  @Test
  void anEmptyAuthorityIsNone() {
    assertThat(written(head().authority(""), true)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"CONNECT", "G T", "GET\r\n", "G:T"})
  void thisIsNoMethodForIt(String method) {
    assertThat(written(head().method(method), true)).isNull();
  }

  @Test
  void anExtendedConnectIsNotTaken() {
    assertThat(written(head().method("CONNECT").add(":protocol", "websocket"), false)).isNull();
    assertThat(written(head().add(":protocol", "websocket"), false)).isNull();
  }
}

package io.clockwise.proxy.relay.front;

import io.clockwise.proxy.relay.stream.HeadBytes;
import io.clockwise.proxy.wire.octet.Octets;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The head of an HTTP/2 request, written as HTTP/1.1 has it (RFC 9113 section 8.3.1): then one
 * parser reads both.
 */
final class StreamHead {
  /*
   * It takes requests of which nothing can be understood in two ways; all others are the HTTP
   * server's, which answers them or knows what they mean. A byte that ends a name or a line would
   * let a field say what it is not.
   */
  private static final byte[] VERSION_END = bytes(" HTTP/1.1\r\nhost: ");
  private static final byte[] COLON = bytes(": ");
  private static final byte[] COOKIE = bytes("cookie: ");
  private static final byte[] CRUMBS = bytes("; ");
  private static final byte[] CHUNKED = bytes("transfer-encoding: chunked\r\n");
  private static final AsciiString COOKIE_NAME = AsciiString.cached("cookie");
  private static final AsciiString LENGTH_NAME = AsciiString.cached("content-length");
  private static final AsciiString TYPE_NAME = AsciiString.cached("content-type");
  private static final AsciiString CODING_NAME = AsciiString.cached("transfer-encoding");
  private static final Set<AsciiString> PSEUDO_FIELDS =
      Set.of(
          Http2Headers.PseudoHeaderName.METHOD.value(),
          Http2Headers.PseudoHeaderName.SCHEME.value(),
          Http2Headers.PseudoHeaderName.AUTHORITY.value(),
          Http2Headers.PseudoHeaderName.PATH.value());
  private static final AsciiString CONNECT = AsciiString.cached("CONNECT");
  private static final AsciiString GRPC = AsciiString.cached("application/grpc");

  private StreamHead() {}

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Writes a head.
   *
   * @param ended whether nothing follows it
   * @return false: it is not one that the relay takes
   */
  static boolean write(Http2Headers headers, boolean ended, HeadBytes into) {
    AsciiString method = token(headers.method());
    AsciiString path = text(headers.path());
    AsciiString authority = text(headers.authority());
    if (method == null
        || path == null
        || authority == null
        || path.isEmpty()
        || path.byteAt(0) != '/'
        || authority.isEmpty()
        || headers.scheme() == null
        || CONNECT.contentEquals(method)) {
      return false;
    }
    into.begin();
    add(method, into);
    into.add(Octets.SP);
    add(path, into);
    into.add(VERSION_END);
    add(authority, into);
    into.end();
    boolean framed = ended;
    boolean crumbs = false;
    for (Map.Entry<CharSequence, CharSequence> field : headers) {
      AsciiString name = AsciiString.of(field.getKey());
      if (!name.isEmpty() && name.byteAt(0) == ':') {
        if (!PSEUDO_FIELDS.contains(name)) {
          return false;
        }
        continue;
      }
      AsciiString value = text(field.getValue());
      if (token(name) == null || value == null || isLeft(name, value)) {
        return false;
      }
      framed |= LENGTH_NAME.equals(name);
      if (COOKIE_NAME.equals(name)) {
        crumbs = true;
      } else {
        add(name, into);
        into.add(COLON);
        add(value, into);
        into.end();
      }
    }
    if (crumbs) {
      cookies(headers, into);
    }
    if (!framed) {
      into.add(CHUNKED);
    }
    into.end();
    return true;
  }

  private static boolean isLeft(AsciiString name, AsciiString value) {
    return CODING_NAME.equals(name)
        || TYPE_NAME.equals(name)
            && value.length() >= GRPC.length()
            && value.regionMatches(true, 0, GRPC, 0, GRPC.length());
  }

  /* RFC 9113 section 8.2.3. */
  private static void cookies(Http2Headers headers, HeadBytes into) {
    byte[] before = COOKIE;
    for (CharSequence crumb : headers.getAll(COOKIE_NAME)) {
      into.add(before);
      add(AsciiString.of(crumb), into);
      before = CRUMBS;
    }
    into.end();
  }

  private static void add(AsciiString text, HeadBytes into) {
    into.add(text.array(), text.arrayOffset(), text.arrayOffset() + text.length());
  }

  private static @Nullable AsciiString token(@Nullable CharSequence given) {
    AsciiString text = given == null ? null : AsciiString.of(given);
    if (text == null) {
      return null;
    }
    for (int i = 0; i < text.length(); i++) {
      if (!Octets.is(text.byteAt(i), Octets.TOKEN)) {
        return null;
      }
    }
    return text;
  }

  /* Without what ends a line, and without blanks around it. */
  private static @Nullable AsciiString text(@Nullable CharSequence given) {
    AsciiString text = given == null ? null : AsciiString.of(given);
    if (text == null || text.isEmpty()) {
      return text;
    }
    int from = text.arrayOffset();
    int to = from + text.length();
    boolean whole =
        Octets.endOfText(text.array(), from, to) == to
            && !Octets.isBlank(text.byteAt(0))
            && !Octets.isBlank(text.byteAt(text.length() - 1));
    return whole ? text : null;
  }
}

package io.clockwise.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads requests as strictly as a suspicious backend: what is not well-formed is an error. */
final class RequestReader {
  private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";

  /** What no proxy may send. */
  static final class MalformedRequestException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedRequestException(String what) {
      super(what);
    }
  }

  private final Socket socket;
  private final InputStream in;

  RequestReader(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Reads the next head; null when the other side has closed between requests. */
  ReceivedRequest next() throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      return null;
    }
    in.reset();
    StringBuilder raw = new StringBuilder();
    String line = line(raw);
    List<Map.Entry<String, String>> fields = fields(raw);
    ReceivedRequest request = new ReceivedRequest(socket, this, line, fields, raw.toString());
    if (line.split(" ", -1).length != 3 || !line.endsWith(" HTTP/1.1")) {
      throw new MalformedRequestException("request line: " + line);
    }
    if (request.fields("host").size() != 1
        || request.fields("content-length").size() + request.fields("transfer-encoding").size()
            > 1) {
      throw new MalformedRequestException("host or framing: " + raw);
    }
    return request;
  }

  private List<Map.Entry<String, String>> fields(StringBuilder raw) throws IOException {
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    for (String line = line(raw); !line.isEmpty(); line = line(raw)) {
      int colon = line.indexOf(':');
      if (colon <= 0 || !line.substring(0, colon).matches(TOKEN) || line.indexOf(0) >= 0) {
        throw new MalformedRequestException("field: " + line);
      }
      fields.add(
          Map.entry(
              line.substring(0, colon).toLowerCase(Locale.ROOT),
              line.substring(colon + 1).strip()));
    }
    return fields;
  }

  /** Reads a line that ends with CR LF. */
  private String line(StringBuilder raw) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int last = -1;
    for (int c = in.read(); ; c = in.read()) {
      if (c < 0) {
        throw new EOFException();
      }
      raw.append((char) c);
      if (c == '\n') {
        if (last != '\r') {
          throw new MalformedRequestException("a line ends without CR");
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.substring(0, text.length() - 1);
      }
      line.write(c);
      last = c;
    }
  }

  byte[] fixed(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  /** Reads at most so many bytes, at least one. */
  int some(byte[] into) throws IOException {
    return in.read(into);
  }

  byte[] chunked(List<Map.Entry<String, String>> trailers) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line(new StringBuilder()), 16);
      if (size == 0) {
        trailers.addAll(fields(new StringBuilder()));
        return body.toByteArray();
      }
      body.write(fixed(size));
      line(new StringBuilder());
    }
  }
}

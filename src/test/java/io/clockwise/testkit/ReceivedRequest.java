package io.clockwise.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A request that a {@link TestBackend} got, and the means to answer it. */
public final class ReceivedRequest {
  private final Socket socket;
  private final RequestReader reader;
  private final String[] line;
  private final List<Map.Entry<String, String>> fields;
  private final List<Map.Entry<String, String>> trailers = new ArrayList<>();
  private final String rawHead;
  private volatile byte[] body;

  ReceivedRequest(
      Socket socket,
      RequestReader reader,
      String line,
      List<Map.Entry<String, String>> fields,
      String rawHead) {
    this.socket = socket;
    this.reader = reader;
    this.line = line.split(" ", -1);
    this.fields = fields;
    this.rawHead = rawHead;
  }

  /** Returns the method. */
  public String method() {
    return line[0];
  }

  /** Returns the target. */
  public String target() {
    return line[1];
  }

  /** Returns the head, one char for each byte. */
  public String rawHead() {
    return rawHead;
  }

  /** Returns all fields, names in lower case. */
  public List<Map.Entry<String, String>> fields() {
    return fields;
  }

  /** Returns the first field of a name. */
  public Optional<String> field(String name) {
    return fields.stream()
        .filter(f -> f.getKey().equals(name))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Returns all fields of a name. */
  public List<String> fields(String name) {
    return fields.stream().filter(f -> f.getKey().equals(name)).map(Map.Entry::getValue).toList();
  }

  /** Returns the fields behind the body. */
  public List<Map.Entry<String, String>> trailers() {
    return trailers;
  }

  /** Tells whether the body has been read whole. */
  public boolean isWhole() {
    return body != null;
  }

  /** Returns the body, reading it when that was not done yet. */
  public byte[] body() throws IOException {
    byte[] known = body;
    if (known == null) {
      if (field("transfer-encoding").isPresent()) {
        known = reader.chunked(trailers);
      } else {
        known = reader.fixed(field("content-length").map(Integer::parseInt).orElse(0));
      }
      body = known;
    }
    return known;
  }

  /** Reads some raw bytes behind the head; returns how many. */
  public int readSome(byte[] into) throws IOException {
    return reader.some(into);
  }

  /** Answers with a body of known length, and fields written as {@code name: value}. */
  public void answer(int status, byte[] content, String... extra) throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " X\r\n");
    for (String field : extra) {
      head.append(field).append("\r\n");
    }
    head.append("Content-Length: ").append(content.length).append("\r\n\r\n");
    write(head.toString());
    if (!method().equals("HEAD")) {
      write(content);
    }
  }

  /** Writes text, one byte for each char. */
  public void write(String text) throws IOException {
    write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Writes bytes. */
  public void write(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  /** Closes the connection. */
  public void close() throws IOException {
    socket.close();
  }

  /** Closes the connection with a reset. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Waits until the other side has closed. */
  public void awaitClose() throws IOException {
    byte[] rest = new byte[1024];
    while (reader.some(rest) >= 0) {
      // what still comes is of no interest
    }
  }
}

package io.clockwise.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A client that writes bytes to a socket and reads answers from it. */
public final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;

  private final Socket socket;
  private final InputStream in;

  private RawClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Connects to a port on loopback. */
  public static RawClient to(int port) throws IOException {
    return to(port, 0);
  }

  /** Connects with a receive buffer of so many bytes; 0: what the system likes. */
  public static RawClient to(int port, int receiveBuffer) throws IOException {
    Socket socket = new Socket();
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return new RawClient(socket);
  }

  /** Talks over a socket that is connected. */
  public static RawClient over(Socket socket) throws IOException {
    return new RawClient(socket);
  }

  /** Returns the port on this side. */
  public int localPort() {
    return socket.getLocalPort();
  }

  /** Sends text, one byte for each char. */
  public RawClient send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends bytes. */
  public RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  /** Sends a GET without further fields and reads its answer. */
  public RawAnswer get(String target) throws IOException {
    return send("GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n").answer();
  }

  /** Says that nothing more will be sent. */
  public RawClient finish() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  /** Reads one answer; interim ones are answers as well. */
  public RawAnswer answer() throws IOException {
    return answer(false);
  }

  /** Reads one answer to a HEAD request. */
  public RawAnswer headAnswer() throws IOException {
    return answer(true);
  }

  private RawAnswer answer(boolean bodiless) throws IOException {
    RawAnswer head = head();
    int status = head.status();
    if (bodiless || status < 200 || status == 204 || status == 304) {
      return head;
    }
    byte[] body;
    if (head.field("transfer-encoding").isPresent()) {
      return withTrailers(head);
    } else if (head.field("content-length").isPresent()) {
      body = exactly(Integer.parseInt(head.field("content-length").get()));
    } else {
      body = in.readAllBytes();
    }
    return new RawAnswer(status, head.statusLine(), head.fields(), body);
  }

  /** Reads the head of an answer only. */
  public RawAnswer head() throws IOException {
    String statusLine = line();
    List<Map.Entry<String, String>> fields = fields();
    return new RawAnswer(
        Integer.parseInt(statusLine.split(" ", 3)[1]), statusLine, fields, new byte[0]);
  }

  private List<Map.Entry<String, String>> fields() throws IOException {
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      fields.add(Map.entry(line.substring(0, colon), line.substring(colon + 1).strip()));
    }
    return fields;
  }

  private RawAnswer withTrailers(RawAnswer head) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = chunkSize(); size > 0; size = chunkSize()) {
      body.write(exactly(size));
      line();
    }
    List<Map.Entry<String, String>> all = new ArrayList<>(head.fields());
    all.addAll(fields());
    return new RawAnswer(head.status(), head.statusLine(), all, body.toByteArray());
  }

  private int chunkSize() throws IOException {
    return Integer.parseInt(line().split(";")[0].strip(), 16);
  }

  /** Reads so many bytes. */
  public byte[] exactly(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("cut after " + bytes.length + " of " + length + " bytes");
    }
    return bytes;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("closed after '" + line + "'");
      }
      line.append((char) c);
    }
    return line.toString().stripTrailing();
  }

  /** Reads until the other side closes; tells whether it did so with a reset. */
  public boolean endsWithReset() throws IOException {
    try {
      in.readAllBytes();
      return false;
    } catch (java.net.SocketException e) {
      return true;
    }
  }

  /** Reads so many bytes as text, one char for each. */
  public String text(int length) throws IOException {
    return new String(exactly(length), StandardCharsets.ISO_8859_1);
  }

  /** Tells whether the other side has closed and sends nothing more. */
  public boolean isClosed() throws IOException {
    try {
      return in.read() < 0;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (java.net.SocketException e) {
      return true;
    }
  }

  /** Waits for so long, or until something can be read. */
  public void awaitSilence(int millis) throws IOException {
    int usual = socket.getSoTimeout();
    socket.setSoTimeout(millis);
    in.mark(1);
    try {
      in.read();
      in.reset();
    } catch (java.net.SocketTimeoutException silence) {
      // as wished
    } finally {
      socket.setSoTimeout(usual);
    }
  }

  /**
   * Reads final answers until none comes any more.
   *
   * @param expected for so many it waits longer
   */
  public List<RawAnswer> answers(int expected, int silenceMillis) throws IOException {
    List<RawAnswer> answers = new ArrayList<>();
    try {
      while (true) {
        socket.setSoTimeout(answers.size() < expected ? 2_000 : silenceMillis);
        RawAnswer answer = answer();
        if (answer.status() >= 200) {
          answers.add(answer);
        }
      }
    } catch (java.net.SocketTimeoutException | EOFException | java.net.SocketException over) {
      return answers;
    }
  }

  /** Sets how long a read waits. */
  public RawClient patience(int millis) throws IOException {
    socket.setSoTimeout(millis);
    return this;
  }

  /** Closes with a reset. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package io.clockwise.app.cli.remote;

import io.clockwise.app.cli.settings.ApiEndpoint;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * One call over a connection of its own (RFC 9112).
 *
 * <p>The HTTP client of the JDK takes half a second until its first call is answered, this takes
 * some milliseconds; and here it is plain whether a call was sent.
 */
final class Exchange implements Closeable {
  private static final int LONGEST_HEAD = 64 * 1024;
  private static final int TLS_PORT = 443;
  private static final int PLAIN_PORT = 80;

  private final Socket socket;
  private final InputStream in;
  private final Map<String, String> fields = new HashMap<>();
  private int status;
  private int headBytes;

  private Exchange(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * Connects to an endpoint.
   *
   * @throws NoAnswer when nobody is there, so that nothing was sent
   */
  static Exchange open(ApiEndpoint endpoint, Duration connect, Duration timeout) throws NoAnswer {
    URI base = URI.create(endpoint.base());
    boolean tls = "https".equalsIgnoreCase(base.getScheme());
    String host = base.getHost().replaceAll("[\\[\\]]", ""); // IPv6 has them in a URL only
    int port = base.getPort() >= 0 ? base.getPort() : tls ? TLS_PORT : PLAIN_PORT;
    try {
      Socket socket = connect(host, port, (int) connect.toMillis());
      try {
        socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, timeout.toMillis()));
        socket.setTcpNoDelay(true);
        return new Exchange(tls ? secure(socket, host, port) : socket);
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    } catch (UnknownHostException e) {
      throw new NoAnswer(endpoint, "the host name is not known", true);
    } catch (SocketTimeoutException e) {
      throw new NoAnswer(endpoint, "no connection within " + connect.toMillis() + " ms", true);
    } catch (IOException e) {
      throw new NoAnswer(endpoint, String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT), true);
    }
  }

  /* A name such as localhost has several addresses, of which one may be right. */
  private static Socket connect(String host, int port, int millis) throws IOException {
    IOException failure = new UnknownHostException(host);
    for (InetAddress address : InetAddress.getAllByName(host)) {
      Socket socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(address, port), millis);
        return socket;
      } catch (IOException e) {
        socket.close();
        failure = e;
      }
    }
    throw failure;
  }

  private static Socket secure(Socket socket, String host, int port) throws IOException {
    SSLSocket secured;
    try {
      secured =
          (SSLSocket)
              SSLContext.getDefault().getSocketFactory().createSocket(socket, host, port, true);
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("this JVM has no TLS", e);
    }
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS"); // else any certificate would do
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  /**
   * Sends a call and reads the head of the answer.
   *
   * @param given further fields
   */
  void send(ApiEndpoint endpoint, ApiRequest request, Map<String, String> given)
      throws IOException {
    URI uri = endpoint.resolve(request.path().target());
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder();
    head.append(request.method()).append(' ').append(uri.getRawPath()).append(query);
    head.append(" HTTP/1.1\r\nHost: ").append(uri.getRawAuthority());
    head.append("\r\nUser-Agent: clockwise-cli\r\nConnection: close\r\n");
    given.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (body.length > 0) {
      head.append("Content-Type: application/json\r\n");
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(body);
    socket.getOutputStream().write(all.toByteArray());
    readHead();
    while (status < 200) {
      readHead(); // interim answers
    }
  }

  private void readHead() throws IOException {
    String line = readLine();
    if (!line.matches("HTTP/1\\.[01] [1-9][0-9]{2}( .*)?")) {
      throw new IOException("the answer is not HTTP");
    }
    status = Integer.parseInt(line.substring(9, 12));
    fields.clear();
    for (line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        fields.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
    }
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("it ended without an answer");
      }
      if (++headBytes > LONGEST_HEAD) {
        throw new IOException("the head of the answer is too long");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }

  /** Returns the code of the answer. */
  int status() {
    return status;
  }

  /** Returns the body of the answer, to be read once. */
  InputStream body() throws IOException {
    String coding = fields.getOrDefault("transfer-encoding", "");
    if (coding.toLowerCase(Locale.ROOT).endsWith("chunked")) {
      return new ChunkedBody(in);
    }
    String length = fields.getOrDefault("content-length", "");
    if (!length.matches("[0-9]{1,9}")) {
      return in; // to the end of the connection
    }
    byte[] body = in.readNBytes(Integer.parseInt(length));
    if (body.length < Integer.parseInt(length)) {
      throw new EOFException("it ended within the answer");
    }
    return new java.io.ByteArrayInputStream(body);
  }

  /** Lets the parts of the body come so slowly. */
  void takeTime(Duration silence) throws IOException {
    socket.setSoTimeout((int) silence.toMillis());
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // it is of no use any more, whether it ends well or not
    }
  }
}

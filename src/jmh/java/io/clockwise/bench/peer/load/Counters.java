package io.clockwise.bench.peer.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the backends have counted: the truth about what a proxy has passed on.
 *
 * @param port where they tell it
 */
public record Counters(int port) {
  private static final Pattern COUNTS = Pattern.compile("(?m)^ (\\d+) \\d+ (\\d+) $");

  /**
   * Connections and requests.
   *
   * @param connections that were accepted
   * @param requests that were answered
   */
  public record Count(long connections, long requests) {
    /** Returns what came since an earlier one, without the question for it. */
    public Count since(Count earlier) {
      return new Count(connections - earlier.connections - 1, requests - earlier.requests - 1);
    }
  }

  /** Asks for them. */
  public Count read() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return of(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    }
  }

  /** Reads the page of nginx's {@code stub_status}. */
  static Count of(String page) throws IOException {
    Matcher counts = COUNTS.matcher(page);
    if (!counts.find()) {
      throw new IOException("the backends do not tell their counters: " + page);
    }
    return new Count(Long.parseLong(counts.group(1)), Long.parseLong(counts.group(2)));
  }
}

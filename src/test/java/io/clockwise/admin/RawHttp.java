package io.clockwise.admin;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/** HTTP byte for byte. */
final class RawHttp {
  private RawHttp() {}

  /** Sends bytes and returns what comes until enough is there or the server closes. */
  static String exchange(int port, String request, Predicate<String> enough) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      StringBuilder answer = new StringBuilder();
      int next = socket.getInputStream().read();
      while (next >= 0) {
        answer.append((char) next);
        if (enough.test(answer.toString())) {
          break;
        }
        next = socket.getInputStream().read();
      }
      return answer.toString();
    }
  }
}

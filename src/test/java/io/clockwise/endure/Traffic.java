package io.clockwise.endure;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An ordinary client: one request after the other on one connection. */
final class Traffic {
  private static final byte[] GET =
      "GET /ok HTTP/1.1\r\nHost: t\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final int port;

  Traffic(int port) {
    this.port = port;
  }

  /** How long answers took: the median, the 99th percentile, the longest. */
  record Times(long micros50, long micros99, long most) {
    @Override
    public String toString() {
      return "p50 " + micros50 + ", p99 " + micros99 + ", most " + most + " us";
    }
  }

  /** Asks for so long; returns the 99th percentile of the times in microseconds. */
  long microsAt99(long millis) throws IOException, InterruptedException {
    return ask(millis).micros99();
  }

  /** Asks for so long; returns the times. */
  Times ask(long millis) throws IOException, InterruptedException {
    List<Long> micros = new ArrayList<>();
    byte[] buffer = new byte[4096];
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(10_000);
      InputStream in = socket.getInputStream();
      long end = System.nanoTime() + millis * 1_000_000;
      while (System.nanoTime() < end) {
        long start = System.nanoTime();
        socket.getOutputStream().write(GET);
        String text = "";
        while (!text.endsWith("short")) {
          int n = in.read(buffer);
          if (n < 0) {
            throw new IOException("closed");
          }
          text += new String(buffer, 0, n, StandardCharsets.US_ASCII);
        }
        micros.add((System.nanoTime() - start) / 1_000);
        Thread.sleep(2);
      }
    }
    Collections.sort(micros);
    return new Times(
        micros.get(micros.size() / 2),
        micros.get((int) (micros.size() * 0.99)),
        micros.get(micros.size() - 1));
  }
}

package io.clockwise.bench.peer.machine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One request over a connection of its own. */
public final class Probe {
  private static final int MILLIS = 5_000;

  private Probe() {}

  /** Returns the status that a GET is answered with; 0 without an answer. */
  public static int status(int port, String path) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MILLIS);
      String request =
          "GET "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nX-Key: probe\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      String line = reader.readLine();
      return line == null ? 0 : Integer.parseInt(line.split(" ")[1]);
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }
}

package io.clockwise.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** Bytes over a blocking socket, as they are. */
public final class RawHttp {
  private RawHttp() {}

  /** Connects to a port of this host and writes the text, one byte a char. */
  public static Socket send(int port, String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(15_000);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  /** Tells whether a port of this host takes connections. */
  public static boolean accepts(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Reads up to the empty line behind a head. */
  public static String readHead(Socket socket) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int b = socket.getInputStream().read();
      if (b < 0) {
        throw new IOException("ended inside the head: " + head);
      }
      head.write(b);
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  /** Reads to the end of the stream; a reset is an end. */
  public static String readAll(Socket socket) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    try {
      for (int n; (n = socket.getInputStream().read(buffer)) >= 0; ) {
        all.write(buffer, 0, n);
      }
    } catch (SocketException e) {
      // a reset: what came before it is the answer
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }
}

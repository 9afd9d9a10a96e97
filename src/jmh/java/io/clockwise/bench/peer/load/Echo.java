package io.clockwise.bench.peer.load;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A backend that speaks WebSocket (RFC 6455) and sends each message back; all are of one size and
 * in one frame. Anything but a handshake gets a short answer.
 */
public final class Echo implements AutoCloseable {
  /** Bytes in a message. */
  static final int MESSAGE = 4096;

  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final byte BINARY = (byte) 0x82;
  private static final byte LENGTH_16 = 126;
  private static final byte MASKED = (byte) 0x80;

  private final ServerSocket server;

  private Echo(ServerSocket server) {
    this.server = server;
  }

  /** Starts one. */
  public static Echo start() throws IOException {
    Echo echo = new Echo(new ServerSocket(0, 1024, InetAddress.getLoopbackAddress()));
    Thread acceptor = new Thread(echo::accept, "echo");
    acceptor.setDaemon(true);
    acceptor.start();
    return echo;
  }

  /** Returns its address. */
  public String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread thread = new Thread(() -> serve(socket), "echo-connection");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException closed) {
      // it is at its end
    }
  }

  private static void serve(Socket accepted) {
    try (Socket socket = accepted) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      String head = head(in);
      String key = field(head, "sec-websocket-key");
      if (key.isEmpty()) {
        out.write(ascii("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nshort"));
        return;
      }
      out.write(
          ascii(
              "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  + "Sec-WebSocket-Accept: "
                  + accept(key)
                  + "\r\n\r\n"));
      byte[] asked = new byte[frame(true, new byte[MESSAGE]).length];
      while (true) {
        in.readFully(asked);
        byte[] payload = new byte[MESSAGE];
        System.arraycopy(asked, asked.length - MESSAGE, payload, 0, MESSAGE);
        out.write(frame(false, payload));
      }
    } catch (IOException closed) {
      // the other side has left
    }
  }

  /** Reads up to the blank line. */
  static String head(DataInputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      head.append((char) in.readUnsignedByte());
    }
    return head.toString();
  }

  private static String field(String head, String name) {
    return head.lines()
        .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  /** Returns what a server answers to the key of a handshake. */
  static String accept(String key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(ascii(key + MAGIC));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a frame; a client's is masked, with a mask that changes nothing. */
  static byte[] frame(boolean ofClient, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate((ofClient ? 8 : 4) + payload.length);
    frame.put(BINARY).put((byte) (LENGTH_16 | (ofClient ? MASKED : 0)));
    frame.putShort((short) payload.length);
    if (ofClient) {
      frame.putInt(0);
    }
    return frame.put(payload).array();
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

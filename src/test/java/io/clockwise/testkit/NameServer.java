package io.clockwise.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A name server on loopback: every name has the same IPv4 addresses, for no time at all. */
public final class NameServer implements AutoCloseable {
  private static final int HEAD = 12;

  private final DatagramSocket socket;
  private final AtomicInteger asked = new AtomicInteger();
  private volatile List<String> addresses = List.of();

  private NameServer() throws IOException {
    socket = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0));
    Thread thread = new Thread(this::serve, "name-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** Starts one; an empty list of addresses is a failure of the server. */
  public static NameServer start(String... first) throws IOException {
    NameServer server = new NameServer();
    server.is(first);
    return server;
  }

  /** Changes the addresses. */
  public void is(String... now) {
    addresses = List.of(now);
  }

  /** Returns how often it was asked for addresses. */
  public int asked() {
    return asked.get();
  }

  /** Returns where it listens, as Vert.x takes it. */
  public String text() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  private void serve() {
    byte[] buffer = new byte[512];
    while (!socket.isClosed()) {
      try {
        DatagramPacket question = new DatagramPacket(buffer, buffer.length);
        socket.receive(question);
        byte[] answer = answer(Arrays.copyOf(buffer, question.getLength()));
        socket.send(new DatagramPacket(answer, answer.length, question.getSocketAddress()));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private byte[] answer(byte[] question) throws IOException {
    int end = HEAD;
    while (question[end] != 0) {
      end += question[end] + 1;
    }
    int type = question[end + 1] << 8 | question[end + 2];
    List<String> now = addresses;
    if (type == 1) {
      asked.incrementAndGet();
    }
    int count = type == 1 ? now.size() : 0;
    ByteBuffer head = ByteBuffer.allocate(HEAD);
    head.put(question, 0, 2);
    head.putShort((short) (now.isEmpty() ? 0x8182 : 0x8180)); // a server failure, or an answer
    head.putShort((short) 1).putShort((short) count).putShort((short) 0).putShort((short) 0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head.array());
    out.write(question, HEAD, end + 5 - HEAD);
    for (int i = 0; i < count; i++) {
      ByteBuffer entry = ByteBuffer.allocate(16);
      entry.putShort((short) 0xc00c).putShort((short) 1).putShort((short) 1).putInt(0);
      entry.putShort((short) 4).put(InetAddress.getByName(now.get(i)).getAddress());
      out.writeBytes(entry.array());
    }
    return out.toByteArray();
  }

  @Override
  public void close() {
    socket.close();
  }
}

package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.CpuTime;
import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.proxy.Running;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;

/**
 * WebSocket connections that send a message and wait for its echo, again and again: the processor
 * time of the proxy for each MiB of messages, both ways counted.
 *
 * @param connections how many
 * @param ticksPerSecond of processor time
 */
public record EchoLoad(int connections, long ticksPerSecond) implements Load {
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final String KEY = "Y2xvY2t3aXNlLWJlbmNoIQ==";
  private static final String ASK =
      "GET /echo HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
          + KEY
          + "\r\nX-Key: user-%d\r\n\r\n";

  @Override
  public String path() {
    return "/echo";
  }

  @Override
  public Map<Figure, Double> window(Running proxy, int seconds)
      throws IOException, InterruptedException {
    CpuTime before = proxy.cpu();
    long start = System.nanoTime();
    long end = start + seconds * 1_000_000_000L;
    List<FutureTask<Long>> talks =
        IntStream.range(0, connections)
            .mapToObj(number -> new FutureTask<>(() -> talk(proxy.site().clear(), number, end)))
            .toList();
    talks.forEach(talk -> new Thread(talk, "talk").start());
    long messages = 0;
    for (FutureTask<Long> talk : talks) {
      messages += ended(talk);
    }
    CpuTime spent = proxy.cpu().since(before);
    double passed = (System.nanoTime() - start) / 1e9;
    double mebibytes = 2.0 * messages * Echo.MESSAGE / (1024 * 1024);
    double micros = 1e6 / ticksPerSecond / mebibytes;
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    figures.put(Figure.MEBIBYTE_CPU, spent.total() * micros);
    figures.put(Figure.USER, spent.user() * micros);
    figures.put(Figure.SYSTEM, spent.system() * micros);
    figures.put(Figure.BYTE_RATE, mebibytes / passed);
    return figures;
  }

  private static long talk(int port, int number, long end) throws IOException {
    byte[] message = new byte[Echo.MESSAGE];
    Arrays.fill(message, (byte) ('a' + number % 26));
    byte[] asked = Echo.frame(true, message);
    byte[] expected = Echo.frame(false, message);
    byte[] got = new byte[expected.length];
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      socket.getOutputStream().write(Echo.ascii(String.format(ASK, number)));
      String head = Echo.head(in);
      if (!head.startsWith("HTTP/1.1 101 ") || !head.contains(Echo.accept(KEY))) {
        throw new LoadFault(List.of("a handshake was answered by " + head.strip()));
      }
      long count = 0;
      for (; System.nanoTime() < end; count++) {
        socket.getOutputStream().write(asked);
        in.readFully(got);
        if (!Arrays.equals(got, expected)) {
          throw new LoadFault(List.of("an echo was not what was sent"));
        }
      }
      return count;
    }
  }

  private static long ended(FutureTask<Long> talk) throws IOException, InterruptedException {
    try {
      return talk.get();
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    }
  }
}

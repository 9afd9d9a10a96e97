package io.clockwise.endure;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** A backend on one port that can be made to fail in several ways, and well again. */
final class FaultyBackend implements AutoCloseable {
  /** How it is. */
  enum Mood {
    /** Answers at once. */
    WELL,
    /** Accepts, and never answers. */
    HUNG,
    /** Answers ten times as late as it should. */
    SLOW,
    /** Answers 500 at once, its check as well. */
    ERROR,
    /** Accepts and resets. */
    RESET,
    /** The port takes connections, and no process looks at them. */
    UNATTENDED,
    /** The port is closed. */
    GONE
  }

  private static final int USUAL_MILLIS = 10;

  final AtomicLong requests = new AtomicLong();

  private final String id;
  private final int port;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private volatile Mood mood = Mood.WELL;
  private volatile ServerSocket server;

  FaultyBackend(String id) throws IOException {
    this.id = id;
    open(0);
    this.port = server.getLocalPort();
  }

  String line() {
    return "\"" + id + "=127.0.0.1:" + port + "\"";
  }

  /** Makes it so; connections that are there are reset where it goes away or resets. */
  void become(Mood next) throws IOException {
    mood = next;
    if (next == Mood.GONE) {
      server.close();
    } else if (server.isClosed()) {
      open(port);
    }
    if (next != Mood.WELL && next != Mood.SLOW && next != Mood.ERROR) {
      reset();
    }
  }

  private void open(int wanted) throws IOException {
    ServerSocket made = new ServerSocket();
    made.setReuseAddress(true);
    made.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted), 1024);
    server = made;
    Thread acceptor = new Thread(() -> accept(made), "faulty-" + id);
    acceptor.setDaemon(true);
    acceptor.start();
  }

  private void accept(ServerSocket from) {
    while (!from.isClosed()) {
      try {
        while (mood == Mood.UNATTENDED) {
          Thread.sleep(5);
        }
        Socket socket = from.accept();
        sockets.add(socket);
        if (mood == Mood.RESET) {
          reset();
        } else {
          Thread server = new Thread(() -> serve(socket), "faulty-" + id + "-one");
          server.setDaemon(true);
          server.start();
        }
      } catch (IOException closed) {
        // by the mood that follows
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void reset() throws IOException {
    for (Socket each = sockets.poll(); each != null; each = sockets.poll()) {
      try {
        each.setSoLinger(true, 0);
      } catch (SocketException closed) {
        // by the other side
      }
      each.close();
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      while (true) {
        if (!readHead(in)) {
          return;
        }
        requests.incrementAndGet();
        switch (mood) {
          case HUNG, UNATTENDED -> Thread.sleep(60_000);
          case SLOW -> answer(socket, 10 * USUAL_MILLIS, "200 OK");
          case ERROR -> answer(socket, USUAL_MILLIS, "500 Oops");
          default -> answer(socket, USUAL_MILLIS, "200 OK");
        }
      }
    } catch (IOException | InterruptedException over) {
      // the proxy, or the mood, has closed it
    }
  }

  private static boolean readHead(InputStream in) throws IOException {
    int ends = 0;
    for (int c = in.read(); c >= 0; c = in.read()) {
      ends = c == '\n' ? ends + 1 : c == '\r' ? ends : 0;
      if (ends == 2) {
        return true;
      }
    }
    return false;
  }

  private void answer(Socket socket, int millis, String status)
      throws IOException, InterruptedException {
    Thread.sleep(millis);
    String text = "HTTP/1.1 " + status + "\r\nContent-Length: " + id.length() + "\r\n\r\n" + id;
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void close() throws IOException {
    server.close();
    reset();
  }
}

package io.clockwise.endure;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Clients with long streams, one after the other, each in a session of its own: half of them
 * WebSockets, half event streams.
 */
final class Streams implements AutoCloseable {
  private static final String UPGRADE =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

  /** How a stream ended. */
  enum How {
    /** The backend ended it, when its time was over. */
    DONE,
    /** It was closed as it should be: 1001, or the end of the answer. */
    CLOSED,
    /** Anything else. */
    BROKEN
  }

  /** A stream that has ended. */
  record Ended(String backend, long begun, long ended, How how, String detail) {}

  final Queue<Ended> ended = new ConcurrentLinkedQueue<>();

  private final int port;
  private final long lifeMillis;
  private final List<Thread> threads = new ArrayList<>();
  private volatile String avoided = "";
  private volatile int era;
  private volatile boolean over;

  private Streams(int port, long lifeMillis) {
    this.port = port;
    this.lifeMillis = lifeMillis;
  }

  /** Starts so many; the first ones live shorter, so that they do not end together. */
  static Streams start(int port, int count, long lifeMillis) {
    Streams made = new Streams(port, lifeMillis);
    for (int i = 0; i < count; i++) {
      int number = i;
      Thread thread = new Thread(() -> made.live(number), "stream-" + i);
      thread.setDaemon(true);
      made.threads.add(thread);
      thread.start();
    }
    return made;
  }

  /** Lets clients of a backend begin anew with their next stream. */
  void avoid(String backend) {
    avoided = backend;
  }

  /** Lets every client begin anew with its next stream, by any backend. */
  void renew() {
    avoided = "";
    era = era + 1;
  }

  private void live(int number) {
    Sessions.Session session = new Sessions.Session("stream" + number);
    long millis = ThreadLocalRandom.current().nextLong(lifeMillis / 4, lifeMillis);
    int renewed = era;
    while (!over) {
      if (renewed != era || avoided.equals(session.backend())) {
        renewed = era;
        session.forget();
      }
      try (RawClient client = RawClient.to(port).patience((int) lifeMillis + 20_000)) {
        if (number % 2 == 0) {
          chat(client, session, millis);
        } else {
          events(client, session, millis);
        }
      } catch (IOException | RuntimeException e) {
        if (!over) {
          ended.add(new Ended("?", 0, System.nanoTime(), How.BROKEN, "at its beginning: " + e));
        }
      }
      millis = lifeMillis;
    }
  }

  private void chat(RawClient client, Sessions.Session session, long millis) throws IOException {
    long begun = System.nanoTime();
    RawAnswer head =
        client.send(Sessions.request(session, "/chat?" + millis, begun, UPGRADE)).head();
    if (head.status() != 101) {
      throw new IOException(head.statusLine());
    }
    String hello = frame(client);
    if (hello.charAt(0) == '\u0088') { // before the backend could say anything
      ended.add(new Ended("?", begun, System.nanoTime(), How.CLOSED, "at its beginning"));
      return;
    }
    String backend = hello.substring(2);
    session.take(head, backend);
    How how = How.BROKEN;
    String detail;
    try {
      String close = frame(client);
      int code = close.length() < 4 ? 0 : close.charAt(2) << 8 | close.charAt(3);
      boolean due = System.nanoTime() - begun >= millis * 1_000_000;
      detail = close.charAt(0) == '\u0088' ? "code " + code : "no close";
      how = code == 1001 ? How.CLOSED : code == 1000 && due ? How.DONE : How.BROKEN;
    } catch (IOException e) {
      detail = e.toString();
    }
    ended.add(new Ended(backend, begun, System.nanoTime(), how, detail));
    client.send("\u0088\u0082\0\0\0\0\u0003\u00e9");
  }

  private static String frame(RawClient client) throws IOException {
    String head = client.text(2);
    return head + client.text(head.charAt(1));
  }

  private void events(RawClient client, Sessions.Session session, long millis) throws IOException {
    long begun = System.nanoTime();
    RawAnswer head = client.send(Sessions.request(session, "/events?" + millis, begun, "")).head();
    if (head.status() != 200) {
      throw new IOException(head.statusLine());
    }
    String first = chunk(client);
    String backend = first.substring(6, first.length() - 2);
    session.take(head, backend);
    How how = How.BROKEN;
    String detail = "";
    try {
      while (!chunk(client).isEmpty()) {
        detail = "chunks";
      }
      boolean due = System.nanoTime() - begun >= millis * 1_000_000;
      how = due ? How.DONE : How.CLOSED;
    } catch (IOException | RuntimeException e) {
      detail = e.toString();
    }
    ended.add(new Ended(backend, begun, System.nanoTime(), how, detail));
  }

  private static String chunk(RawClient client) throws IOException {
    StringBuilder size = new StringBuilder();
    while (size.length() < 2 || !size.substring(size.length() - 2).equals("\r\n")) {
      size.append(client.text(1));
    }
    int length = Integer.parseInt(size.toString().strip(), 16);
    String text = client.text(length);
    client.text(2);
    return text;
  }

  @Override
  public void close() {
    over = true;
  }
}

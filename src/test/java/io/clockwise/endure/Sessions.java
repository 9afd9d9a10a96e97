package io.clockwise.endure;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Browsers that keep their cookies: so many sessions ask in turn at a rate, and every tenth request
 * is the first one of a session that is not seen again.
 */
final class Sessions implements AutoCloseable {
  private static final int THREADS = 16;

  /** One browser. */
  static final class Session {
    private final String name;
    private volatile String cookie;
    private volatile String backend;
    private volatile boolean retired;

    Session(String name) {
      this.name = name;
    }

    /** Keeps what an answer said; returns the backend before. */
    String take(RawAnswer answer, String from) {
      String before = backend;
      backend = from;
      answer.field("set-cookie").ifPresent(text -> cookie = text.split(";", 2)[0]);
      return before;
    }

    String backend() {
      return backend;
    }

    /** Begins anew. */
    void forget() {
      cookie = null;
      backend = null;
      retired = false;
    }
  }

  /**
   * A session was answered by another backend than before.
   *
   * @param sent when the request was sent
   */
  record Move(long sent, String from, String to) {}

  final Queue<Move> moves = new ConcurrentLinkedQueue<>();
  final Queue<String> failures = new ConcurrentLinkedQueue<>();
  final AtomicLong answered = new AtomicLong();

  private final int port;
  private final List<Session> sessions = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  private Sessions(int port) {
    this.port = port;
  }

  /** Starts so many sessions at so many requests a second, all together. */
  static Sessions start(int port, int count, int rate) {
    Sessions made = new Sessions(port);
    for (int i = 0; i < count; i++) {
      made.sessions.add(new Session("s" + i));
    }
    for (int t = 0; t < THREADS; t++) {
      List<Session> own = made.sessions.subList(count * t / THREADS, count * (t + 1) / THREADS);
      long gap = TimeUnit.SECONDS.toNanos(THREADS) / rate;
      Thread thread = new Thread(() -> made.ask(own, gap), "sessions-" + t);
      made.threads.add(thread);
      thread.start();
    }
    return made;
  }

  private void ask(List<Session> own, long gap) {
    while (!over) {
      try (RawClient client = RawClient.to(port)) {
        long due = System.nanoTime();
        for (int i = 0; !over; i++) {
          due = Math.max(due + gap, System.nanoTime() - TimeUnit.SECONDS.toNanos(1));
          LockSupport.parkNanos(due - System.nanoTime());
          Session session = i % 10 == 9 ? new Session("new") : own.get(i % own.size());
          if (!session.retired) {
            ask(client, session, i % 23 == 0 ? "/slow" : "/");
          }
        }
      } catch (IOException | RuntimeException e) {
        failures.add(e.toString());
      }
    }
  }

  private void ask(RawClient client, Session session, String target) throws IOException {
    long sent = System.nanoTime();
    RawAnswer answer = client.send(request(session, target, sent, "")).answer();
    if (answer.status() != 200) {
      failures.add(answer.statusLine());
      return;
    }
    answered.incrementAndGet();
    String before = session.take(answer, answer.text());
    if (before != null && !before.equals(session.backend)) {
      moves.add(new Move(sent, before, session.backend));
    }
  }

  /** Returns the head of a request of a session. */
  static String request(Session session, String target, long sent, String more) {
    String cookie = session.cookie;
    return "GET "
        + target
        + " HTTP/1.1\r\nHost: t\r\nX-Key: k"
        + ThreadLocalRandom.current().nextInt()
        + "\r\nX-Session: "
        + session.name
        + "\r\nX-Sent: "
        + sent
        + (cookie == null ? "\r\nX-Fresh: 1" : "\r\nCookie: a=b; " + cookie)
        + "\r\n"
        + more
        + "\r\n";
  }

  /** Waits until every session has a cookie. */
  void awaitCookies() throws InterruptedException {
    while (sessions.stream().anyMatch(session -> session.cookie == null)) {
      Thread.sleep(50);
    }
  }

  /** Returns how many sessions a backend has. */
  long of(String backend) {
    return sessions.stream().filter(session -> backend.equals(session.backend)).count();
  }

  /** Lets the sessions of a backend ask no more. */
  void retire(String backend) {
    sessions.stream()
        .filter(session -> backend.equals(session.backend))
        .forEach(session -> session.retired = true);
  }

  /** Lets all begin anew, those that asked no more as well. */
  void renew() {
    sessions.forEach(Session::forget);
  }

  @Override
  public void close() {
    over = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.clockwise.endure;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests for many keys at a rate. Each key is asked for by one client only, one request after the
 * other, so that its answers tell who served it in turn.
 */
final class KeyLoad implements AutoCloseable {
  private static final int THREADS = 16;

  /**
   * An answer, or none.
   *
   * @param sent when it was asked for, by the clock that only goes forward
   * @param backend what the answer said; empty: there was no good one
   */
  record Answer(long sent, long took, boolean post, int status, String backend) {
    boolean good() {
      return status == 200;
    }
  }

  /** The answers for each key, in their order. */
  final Map<String, Queue<Answer>> answers = new ConcurrentHashMap<>();

  /** The numbers of the POST requests that were answered well. */
  final Queue<String> posted = new ConcurrentLinkedQueue<>();

  private final AtomicLong numbers = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private final int port;
  private final int postEach;
  private volatile boolean over;

  private KeyLoad(int port, int postEach) {
    this.port = port;
    this.postEach = postEach;
  }

  /**
   * Starts it.
   *
   * @param rate requests a second, all together
   * @param postEach each so many of a client is a POST; 0: none
   */
  static KeyLoad start(int port, int keys, int rate, int postEach) {
    KeyLoad made = new KeyLoad(port, postEach);
    for (int t = 0; t < THREADS; t++) {
      List<String> own = new ArrayList<>();
      for (int key = t; key < keys; key += THREADS) {
        own.add("k" + key);
      }
      long gap = TimeUnit.SECONDS.toNanos(THREADS) / rate;
      Thread thread = new Thread(() -> made.ask(own, gap), "keys-" + t);
      made.threads.add(thread);
      thread.start();
    }
    return made;
  }

  private void ask(List<String> own, long gap) {
    long due = System.nanoTime();
    int turn = 0;
    while (!over) {
      try (RawClient client = RawClient.to(port)) {
        while (!over) {
          due = Math.max(due + gap, System.nanoTime() - TimeUnit.SECONDS.toNanos(1));
          LockSupport.parkNanos(due - System.nanoTime());
          String key = own.get(turn++ % own.size());
          if (!ask(client, key, postEach > 0 && turn % postEach == 0)) {
            break;
          }
        }
      } catch (IOException e) {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  /* Returns whether the connection is good for another one. */
  private boolean ask(RawClient client, String key, boolean post) {
    long sent = System.nanoTime();
    int status = 0;
    String backend = "";
    boolean kept = false;
    String number = post ? Long.toString(numbers.incrementAndGet()) : "";
    try {
      RawAnswer answer = client.send(request(key, post, number)).answer();
      status = answer.status();
      backend = status == 200 ? answer.text() : "";
      kept = !answer.field("connection").orElse("").equals("close");
    } catch (IOException | RuntimeException failed) {
      status = 0;
    }
    if (post && status == 200) {
      posted.add(number);
    }
    answers
        .computeIfAbsent(key, each -> new ConcurrentLinkedQueue<>())
        .add(new Answer(sent, System.nanoTime() - sent, post, status, backend));
    return kept;
  }

  private static String request(String key, boolean post, String number) {
    return (post ? "POST" : "GET")
        + " / HTTP/1.1\r\nHost: t\r\nX-Key: "
        + key
        + (post ? "\r\nX-Number: " + number + "\r\nContent-Length: 2\r\n\r\nhi" : "\r\n\r\n");
  }

  /** Returns the answers since a moment, of all keys. */
  List<Answer> since(long nanos) {
    return answers.values().stream()
        .flatMap(Queue::stream)
        .filter(each -> each.sent() - nanos >= 0)
        .toList();
  }

  /** Returns the time in ms that so large a part of the answers since a moment took at most. */
  long millisAt(double part, long sinceNanos) {
    List<Long> times = since(sinceNanos).stream().map(Answer::took).sorted().toList();
    int place = Math.min(times.size() - 1, (int) (times.size() * part));
    return times.isEmpty() ? 0 : times.get(place) / 1_000_000;
  }

  /** Forgets what was. */
  void forget() {
    answers.values().forEach(Queue::clear);
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

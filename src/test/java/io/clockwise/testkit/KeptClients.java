package io.clockwise.testkit;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;

/**
 * Clients that ask one thing after the other on kept HTTP/1.1 connections, each until an answer
 * says that it is the last, and count what is lost.
 */
public final class KeptClients implements AutoCloseable {
  /** How a client connects. */
  @FunctionalInterface
  public interface Opener {
    /** Connects. */
    RawClient open() throws IOException;
  }

  private final Opener opener;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong opened = new AtomicLong();
  private final List<String> lost = new CopyOnWriteArrayList<>();
  private volatile boolean staying;
  private volatile boolean over;

  private KeptClients(Opener opener) {
    this.opener = opener;
  }

  /** Starts so many. */
  public static KeptClients start(int count, Opener opener) {
    KeptClients clients = new KeptClients(opener);
    for (int i = 0; i < count; i++) {
      clients.threads.execute(clients::connections);
    }
    return clients;
  }

  private void connections() {
    while (!over && !staying) {
      int asked = 0;
      try (RawClient client = opener.open()) {
        opened.incrementAndGet();
        boolean last = false;
        while (!over && !last) {
          asked++;
          RawAnswer answer = client.get("/kept");
          if (answer.status() != 200) {
            lost.add("answered " + answer.statusLine());
          }
          answered.incrementAndGet();
          last = answer.field("connection").filter("close"::equals).isPresent();
        }
      } catch (IOException e) {
        lost.add("request " + asked + " of a connection: " + e);
      }
    }
  }

  /** Lets each client ask on the connection that it has, to the last answer, and open none. */
  public void stay() {
    staying = true;
    threads.shutdown();
  }

  /** Tells whether each has had its last answer. */
  public boolean isOver() {
    return threads.isTerminated();
  }

  /** Returns how many requests have been answered. */
  public long answered() {
    return answered.get();
  }

  /** Returns how many connections have been opened. */
  public long opened() {
    return opened.get();
  }

  /** Returns what was lost, a line for each request. */
  public List<String> lost() {
    return lost;
  }

  @Override
  public void close() {
    over = true;
    threads.shutdown();
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(threads::isTerminated);
  }
}

package io.clockwise.endure;

import io.clockwise.testkit.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Asks with each of many keys every 2 s, who serves it: where keys are, and when they moved. */
final class OwnerWatch implements AutoCloseable {
  private static final long EVERY_MILLIS = 2_000;
  private static final int BATCH = 100;
  private static final double STEP_SECONDS = 1; // between two tables

  /**
   * Who served each key.
   *
   * @param begun when the first was asked for, by the clock that only goes forward
   * @param ended when the last was answered
   */
  record Sample(long begun, long ended, List<String> owners) {
    /** Returns how many keys somebody else serves than in another one. */
    int differsFrom(Sample other) {
      int differ = 0;
      for (int i = 0; i < owners.size(); i++) {
        differ += owners.get(i).equals(other.owners.get(i)) ? 0 : 1;
      }
      return differ;
    }

    /** Returns the share of its keys that somebody else serves than in another one. */
    double movedFrom(Sample other) {
      return differsFrom(other) / (double) owners.size();
    }
  }

  /**
   * The most that moved within a time.
   *
   * @param share of the keys
   * @param allowed by the budget, with the step of a table and what chance does three times in
   *     1,000
   */
  record Rush(double share, double allowed) {
    boolean isWithin() {
      return share <= allowed;
    }
  }

  /**
   * How keys moved while one change was under way.
   *
   * @param moved keys that moved
   * @param again moves of keys that had moved before
   * @param astray moves to somebody who does not own the key in the end
   */
  record Moves(int moved, int again, int astray) {
    boolean isStraight() {
      return again == 0 && astray == 0;
    }
  }

  private final List<Sample> samples = new ArrayList<>();
  private final RawClient client;
  private final String path;
  private final int keys;
  private final Thread thread = new Thread(this::sample, "owners");
  private volatile boolean over;
  private volatile Exception failure;

  private OwnerWatch(int port, String path, int keys) throws IOException {
    this.client = RawClient.to(port);
    this.path = path;
    this.keys = keys;
  }

  static OwnerWatch start(int port, String path, int keys) throws IOException {
    OwnerWatch made = new OwnerWatch(port, path, keys);
    made.take();
    made.thread.start();
    return made;
  }

  static String key(int number) {
    return "k" + number;
  }

  private void sample() {
    try {
      while (!over) {
        TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
        take();
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
      failure = e;
    }
  }

  /** Asks now. */
  synchronized Sample take() throws IOException {
    long begun = System.nanoTime();
    List<String> owners = new ArrayList<>();
    for (int from = 0; from < keys; from += BATCH) {
      StringBuilder requests = new StringBuilder();
      int to = Math.min(keys, from + BATCH);
      for (int i = from; i < to; i++) {
        requests.append("GET %s HTTP/1.1\r\nHost: t\r\nX-Key: %s\r\n\r\n".formatted(path, key(i)));
      }
      client.send(requests.toString());
      for (int i = from; i < to; i++) {
        owners.add(KeyWalk.taken(client.answer()));
      }
    }
    Sample sample = new Sample(begun, System.nanoTime(), owners);
    samples.add(sample);
    return sample;
  }

  /** Does something between two samples; returns the one before it. */
  synchronized Sample before(Callable<?> change) throws Exception {
    Sample sample = take();
    change.call();
    return sample;
  }

  private synchronized List<Sample> between(Sample from, Sample to) throws IOException {
    if (failure != null) {
      throw new IOException("owners are not known", failure);
    }
    return List.copyOf(samples.subList(samples.indexOf(from), samples.indexOf(to) + 1));
  }

  /** Returns the most that moved in a window of so many seconds, beside a budget. */
  Rush rush(Sample from, Sample to, double seconds, double perMinute) throws IOException {
    List<Sample> all = between(from, to);
    Rush worst = new Rush(0, 1);
    int first = 0;
    for (Sample last : all) {
      while (last.ended() - all.get(first).begun() > seconds * 1e9) {
        first++;
      }
      double apart = (last.ended() - all.get(first).begun()) / 1e9;
      double expected = perMinute * (apart + STEP_SECONDS) / 60;
      double allowed = expected + 3 * Math.sqrt(expected / keys);
      Rush rush = new Rush(last.movedFrom(all.get(first)), allowed);
      boolean worse = rush.share() / rush.allowed() > worst.share() / worst.allowed();
      worst = worse ? rush : worst;
    }
    return worst;
  }

  /**
   * Follows each key from sample to sample. The change begins a moment after the first of them.
   *
   * @param earlier where keys went until then
   * @param ends who owns each key in the end
   */
  Moves moves(Sample from, Sample to, List<String> earlier, List<String> ends) throws IOException {
    List<Sample> all = between(from, to);
    Set<Integer> moved = new HashSet<>();
    int again = 0;
    int astray = 0;
    for (int s = 1; s < all.size(); s++) {
      for (int key = 0; key < keys; key++) {
        String owner = all.get(s).owners().get(key);
        boolean there = owner.equals(ends.get(key));
        boolean before = s == 1 && !there && owner.equals(earlier.get(key));
        if (!before && !owner.equals(all.get(s - 1).owners().get(key))) {
          again += moved.add(key) ? 0 : 1;
          astray += there ? 0 : 1;
        }
      }
    }
    return new Moves(moved.size(), again, astray);
  }

  @Override
  public void close() throws IOException {
    over = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
  }
}

package io.clockwise.telemetry.hot;

import io.clockwise.model.placement.RoutingKey;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/*
 * The loop counts into arrays that only it reads. With the first request of a new window it copies
 * them into an object that nobody changes, and stores that with the one before it in one volatile
 * field: a reader sees whole windows only, and the loop never waits for it. That is the only
 * allocation, once in a window.
 *
 * After a window with many requests only one in 8.5 is counted in the next one, with gaps drawn
 * evenly from 1 to 16, so that nothing that repeats itself can fall into step with them. What was
 * counted is scaled up to what was seen; the share p of a key then has a standard deviation of about
 * the root of p (1 - p) / n, where n is how many were counted: 940 or more as long as it stays busy.
 */
/** The requests of each key of a pool on one event loop, in windows; written by that loop only. */
final class KeySketch {
  /** How many counters there are. */
  static final int COUNTERS = 128;

  /** From how many requests in a window on those of the next one are sampled. */
  static final long BUSY = 8_000;

  private final SpaceSaving counted = new SpaceSaving(COUNTERS);
  private final long windowMillis;
  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;
  private long seen;
  private boolean sampled;
  private int skip;
  private long random;
  private byte @Nullable [] texts;
  private volatile byte @Nullable [] wantedTexts;
  private volatile List<KeyWindow> finished = List.of();

  KeySketch(long windowMillis) {
    this.windowMillis = windowMillis;
    this.random = new SplittableRandom().nextLong() | 1;
  }

  /** Says whether keys themselves are kept, from the next window on; by any thread. */
  void keepTexts(boolean keep) {
    if (keep != (wantedTexts != null)) {
      wantedTexts = keep ? new byte[COUNTERS * (KeyWindow.TEXT_BYTES + 1)] : null;
    }
  }

  /** Counts a request; by the loop only. */
  void note(RoutingKey key, long epochMillis) {
    if (epochMillis >= end || epochMillis < begin) {
      turn(epochMillis);
    }
    seen++;
    if (sampled && --skip > 0) {
      return;
    }
    count(key);
  }

  private void count(RoutingKey key) {
    if (sampled) {
      skip = gap();
    }
    int taken = counted.note(key.hash());
    byte[] kept = texts;
    if (taken >= 0 && kept != null) {
      KeyWindow.write(kept, taken, key.bytes(), key.offset(), key.length());
    }
  }

  /* Xorshift (Marsaglia 2003); its upper bits. */
  private int gap() {
    long x = random;
    x ^= x << 13;
    x ^= x >>> 7;
    x ^= x << 17;
    random = x;
    return 1 + (int) (x >>> 60);
  }

  private void turn(long epochMillis) {
    if (counted.total() > 0) {
      KeyWindow done = new KeyWindow(begin / windowMillis, seen, counted, texts);
      List<KeyWindow> before = finished;
      finished = before.isEmpty() ? List.of(done) : List.of(done, before.get(0));
      counted.clear();
    }
    sampled = seen >= BUSY;
    skip = sampled ? gap() : 0;
    seen = 0;
    begin = epochMillis / windowMillis * windowMillis;
    end = begin + windowMillis;
    texts = wantedTexts;
  }

  /** Returns the last windows that have ended, at most two, the newest first; by any thread. */
  List<KeyWindow> finished() {
    return finished;
  }
}

package io.clockwise.control.flow;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Answers that somebody waits for: none of them is left open when Clockwise stops. Thread-safe. */
public final class OpenAnswers {
  private final AtomicLong last = new AtomicLong();
  private final Map<Long, Answer<?>> open = new ConcurrentHashMap<>();
  private volatile boolean refusing;
  private volatile boolean closed;

  /**
   * Makes an answer.
   *
   * @param refused what it gets at once when Clockwise stops already
   * @param cut what it gets when Clockwise stops before it has another
   */
  public <T> Answer<T> open(T refused, T cut) {
    long number = last.incrementAndGet();
    Answer<T> answer = new Answer<>(cut, () -> open.remove(number));
    if (refusing) {
      answer.complete(refused);
      return answer;
    }
    open.put(number, answer);
    if (closed) {
      answer.cut();
    }
    return answer;
  }

  /** From now on completes each new answer at once; those that are open may still end. */
  public void refuse() {
    refusing = true;
  }

  /** Completes what is open. */
  public void close() {
    refusing = true;
    closed = true;
    open.values().forEach(Answer::cut);
  }

  /** An answer that somebody waits for. */
  public static final class Answer<T> extends CompletableFuture<T> {
    private final Runnable onEnd;
    private volatile T cut;

    Answer(T cut, Runnable onEnd) {
      this.cut = cut;
      this.onEnd = onEnd;
    }

    /** Says what it gets from now on when Clockwise stops before it is complete. */
    public void orElse(T known) {
      cut = known;
    }

    private void cut() {
      complete(cut);
    }

    @Override
    public boolean complete(T value) {
      onEnd.run();
      return super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
      onEnd.run();
      return super.completeExceptionally(failure);
    }
  }
}

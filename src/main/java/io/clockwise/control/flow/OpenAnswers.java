package io.clockwise.control.flow;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Answers that somebody waits for: none of them is left open when Clockwise stops. Thread-safe. */
public final class OpenAnswers {
  private final AtomicLong last = new AtomicLong();
  private final Map<Long, Runnable> open = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Makes an answer that gets this value when Clockwise stops before it has another. */
  public <T> CompletableFuture<T> open(T whenStopping) {
    long number = last.incrementAndGet();
    Answer<T> answer = new Answer<>(() -> open.remove(number));
    open.put(number, () -> answer.complete(whenStopping));
    if (closed) {
      answer.complete(whenStopping);
    }
    return answer;
  }

  /** Completes what is open, and from now on each answer at once. */
  public void close() {
    closed = true;
    open.values().forEach(Runnable::run);
  }

  private static final class Answer<T> extends CompletableFuture<T> {
    private final Runnable onEnd;

    Answer(Runnable onEnd) {
      this.onEnd = onEnd;
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

package io.clockwise.control.flow;

import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers that somebody waits for: none of them is left open when Clockwise stops. Thread-safe. */
public final class OpenAnswers {
  private static final Logger log = LoggerFactory.getLogger(OpenAnswers.class);

  private final AtomicLong last = new AtomicLong();
  private final Map<Long, Answer<?>> open = new ConcurrentHashMap<>();
  private volatile boolean refusing;
  private volatile boolean closed;

  /**
   * Makes an answer of what is done on a context.
   *
   * @param refused what it gets at once when Clockwise stops already
   * @param cut what it gets when Clockwise stops before it has another
   * @param work leads to it
   */
  public <T> CompletionStage<T> answer(
      Context context, T refused, T cut, Function<Answer<T>, Future<T>> work) {
    Answer<T> answer = open(refused, cut);
    if (!answer.isDone()) {
      context.runOnContext(
          v ->
              work.apply(answer)
                  .onSuccess(answer::complete)
                  .onFailure(
                      failure -> {
                        log.error("a change failed", failure);
                        answer.completeExceptionally(failure);
                      }));
    }
    return answer;
  }

  private <T> Answer<T> open(T refused, T cut) {
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

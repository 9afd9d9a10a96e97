package io.clockwise.proxy.policy.retry;

import io.clockwise.config.RetryConfig;
import io.clockwise.config.RetryOn;
import io.clockwise.model.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * Decides what follows a failed attempt (RFC 9110 section 9.2.2).
 *
 * <p>A request that no backend can have processed may go anywhere again. One that may have been
 * processed goes again only with a method that the configuration lists. Nothing goes again when its
 * body began to flow, since it is not kept, or when the client has part of an answer.
 */
public final class RetryRule {
  private RetryRule() {}

  /**
   * Returns what follows; the budget is asked by the caller for {@link RetryStep#NEXT_CANDIDATE}.
   */
  public static RetryStep after(Trial trial, RetryConfig config) {
    if (trial.answerBegan() || trial.bodyBegan()) {
      return RetryStep.GIVE_UP;
    }
    boolean mayRepeat = isUnprocessed(trial.failure()) || config.methods().contains(trial.method());
    if (!mayRepeat) {
      return RetryStep.GIVE_UP;
    }
    if (isConnectionsFault(trial) && !trial.freshTried()) {
      return RetryStep.FRESH_CONNECTION;
    }
    boolean listed =
        trial.status() != 0
            ? config.statuses().contains(trial.status())
            : isListed(trial.failure(), config);
    return listed && trial.number() < config.attempts()
        ? RetryStep.NEXT_CANDIDATE
        : RetryStep.GIVE_UP;
  }

  /** Tells whether a failure says that no backend acted on the request. */
  public static boolean isUnprocessed(FailureKind failure) {
    return switch (failure) {
      case CONNECT_REFUSED, CONNECT_TIMEOUT, UPSTREAM_TLS, UPSTREAM_CERTIFICATE, UPSTREAM_REFUSED ->
          true;
      default -> false;
    };
  }

  private static boolean isConnectionsFault(Trial trial) {
    return trial.status() == 0
        && (trial.failure() == FailureKind.UPSTREAM_REFUSED
            || trial.failure() == FailureKind.UPSTREAM_RESET && trial.reused());
  }

  private static boolean isListed(FailureKind failure, RetryConfig config) {
    RetryOn on = conditionOf(failure);
    return on != null && config.on().contains(on);
  }

  private static @Nullable RetryOn conditionOf(FailureKind failure) {
    return switch (failure) {
      case CONNECT_REFUSED, CONNECT_TIMEOUT, UPSTREAM_TLS, UPSTREAM_CERTIFICATE ->
          RetryOn.CONNECT_FAILURE;
      case UPSTREAM_RESET -> RetryOn.RESET_BEFORE_RESPONSE;
      case UPSTREAM_REFUSED -> RetryOn.REFUSED_STREAM;
      case UPSTREAM_TIMEOUT -> RetryOn.TIMEOUT;
      default -> null;
    };
  }
}

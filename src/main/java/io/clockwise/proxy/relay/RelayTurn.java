package io.clockwise.proxy.relay;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.relay.stream.Moment;
import io.clockwise.proxy.relay.stream.Moments;

/** Whose turn it is in a relayed request, and until when. */
final class RelayTurn {
  /** Who must move next. */
  enum Of {
    /** The client, whose body is not whole. */
    BODY,
    /** The backend, which was asked whether it wants the body. */
    CONTINUE,
    /** The backend, which does not take the body. */
    TAKING,
    /** The backend, whose answer is due. */
    ANSWER,
    /** Whoever holds the answer up. */
    FLOW,
    /** The client, which has to take the rest of the answer. */
    TAIL
  }

  private final Moment deadline;
  private Of whose = Of.ANSWER;

  /** Makes one of nobody. */
  RelayTurn(Moments moments, Runnable late) {
    this.deadline = new Moment(moments, late);
  }

  /** Begins that of somebody, at this time, for so long. */
  void begin(Of next, long nowNanos, long limitNanos) {
    whose = next;
    deadline.arm(nowNanos, limitNanos);
  }

  /** Notes progress. */
  void moved(long nowNanos) {
    deadline.touch(nowNanos);
  }

  /** Ends it. */
  void end() {
    deadline.cancel();
  }

  boolean isTail() {
    return whose == Of.TAIL;
  }

  /**
   * Returns what it means that it took too long.
   *
   * @param clientIsFull whether the client has not taken what was written to it
   */
  ProxyFailure failure(boolean clientIsFull) {
    return switch (whose) {
      case BODY -> ProxyFailure.of(FailureKind.REQUEST_TIMEOUT, "the body did not come in time");
      case CONTINUE -> timeout("the backend did not ask for the body");
      case TAKING -> timeout("the backend does not take the body");
      case ANSWER -> timeout("the backend did not answer in time");
      case FLOW -> clientIsFull ? gone() : timeout("the answer paused for too long");
      case TAIL -> gone();
    };
  }

  private static ProxyFailure timeout(String detail) {
    return ProxyFailure.of(FailureKind.UPSTREAM_TIMEOUT, detail);
  }

  private static ProxyFailure gone() {
    return ProxyFailure.of(FailureKind.CLIENT_GONE, "the client does not take the answer");
  }
}

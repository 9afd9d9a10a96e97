package io.clockwise.control;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.control.intent.Reduction;
import io.clockwise.control.intent.StateReducer;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentLog;
import io.clockwise.event.IntentState;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The accepted state, kept up with the intent log; used on the controller's context only, but read
 * from any thread.
 */
final class IntentFollower {
  private static final Logger log = LoggerFactory.getLogger(IntentFollower.class);

  private final Consumer<IntentState> onState;
  private final Map<String, Promise<Applied>> expected = new HashMap<>();
  private final List<Waiter> waiters = new ArrayList<>();
  private volatile IntentState state;
  private volatile String fingerprint;
  private @Nullable String candidate;
  private @Nullable ClockwiseConfig candidateConfig;

  private volatile @Nullable String fault;

  private record Waiter(long revision, Promise<Void> reached) {}

  /** A committed record and the state that it led to. */
  record Applied(ChangeRecord record, IntentState state) {
    /** Returns what was planned as it came to be. */
    Reduction.Accepted of(Reduction.Accepted planned) {
      return new Reduction.Accepted(record, state, planned.superseded());
    }
  }

  /**
   * Begins at a state.
   *
   * @param fingerprint of the document in it
   * @param onState is told each later state
   */
  IntentFollower(IntentState first, String fingerprint, Consumer<IntentState> onState) {
    this.state = first;
    this.fingerprint = fingerprint;
    this.onState = onState;
  }

  /** Returns the accepted state. */
  IntentState state() {
    return state;
  }

  /** Returns the fingerprint of the document in it. */
  String fingerprint() {
    return fingerprint;
  }

  /** Has this document at hand for the record that names it. */
  void offer(String documentFingerprint, ClockwiseConfig config) {
    candidate = documentFingerprint;
    candidateConfig = config;
  }

  /** Returns why the log cannot keep what is accepted; null: it can. */
  @Nullable String fault() {
    return fault;
  }

  /** Returns what a draft makes of the state, without applying it. */
  Reduction plan(ChangeRecord draft) {
    return StateReducer.plan(state, draft, this::document);
  }

  /** Completes when the record of this change has been applied. */
  Future<Applied> expect(String changeId) {
    return expected.computeIfAbsent(changeId, id -> Promise.promise()).future();
  }

  /** Expects the record of this change no longer. */
  void forget(String changeId) {
    expected.remove(changeId);
  }

  /** Completes when the state has this revision, or a later one. */
  Future<Void> reached(long revision) {
    if (state.revision() >= revision) {
      return Future.succeededFuture();
    }
    Waiter waiter = new Waiter(revision, Promise.promise());
    waiters.add(waiter);
    return waiter.reached().future();
  }

  /** Takes what the log tells. */
  void hear(IntentLog.News news) {
    if (news instanceof IntentLog.News.Committed committed) {
      apply(committed.record());
    } else if (news instanceof IntentLog.News.Rewound rewound) {
      log.error(
          "the intent log was rewound to revision {}; revision {} stays in use",
          rewound.head(),
          state.revision());
    } else if (news instanceof IntentLog.News.Lost lost) {
      fault = lost.reason();
      log.error("accepted changes cannot be kept: {}", lost.reason());
    } else {
      fault = null;
      log.info("accepted changes are kept again");
    }
  }

  private void apply(ChangeRecord record) {
    state = StateReducer.reduce(state, record, this::document);
    if (record.kind() == ChangeRecord.Kind.FILE) {
      fingerprint = record.fileFingerprint();
    }
    onState.accept(state);
    Promise<Applied> waiting = expected.remove(record.changeId());
    if (waiting != null) {
      waiting.complete(new Applied(record, state));
    }
    for (Waiter waiter : List.copyOf(waiters)) {
      if (waiter.revision() <= state.revision()) {
        waiters.remove(waiter);
        waiter.reached().complete();
      }
    }
  }

  private @Nullable ClockwiseConfig document(String wanted) {
    return wanted.equals(candidate) ? candidateConfig : null;
  }
}

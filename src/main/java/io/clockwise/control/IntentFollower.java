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
  private final Map<String, Promise<Reduction.Accepted>> expected = new HashMap<>();
  private final List<Waiter> waiters = new ArrayList<>();
  private volatile IntentState state;
  private volatile String fingerprint;
  private @Nullable String candidate;
  private @Nullable ClockwiseConfig candidateConfig;

  private record Waiter(long revision, Promise<Void> reached) {}

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

  /** Returns what a record does to the state, without applying it. */
  Reduction preview(ChangeRecord record) {
    return StateReducer.reduce(state, record, this::document);
  }

  /** Completes when the record of this change has been applied. */
  Future<Reduction.Accepted> expect(String changeId) {
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
      log.warn("the intent log cannot be reached: {}", lost.reason());
    } else {
      log.info("the intent log can be reached again");
    }
  }

  private void apply(ChangeRecord record) {
    Reduction.Accepted accepted = accept(record);
    state = accepted.state();
    if (record.kind() == ChangeRecord.Kind.FILE) {
      fingerprint = record.fileFingerprint();
    }
    onState.accept(state);
    Promise<Reduction.Accepted> waiting = expected.remove(record.changeId());
    if (waiting != null) {
      waiting.complete(accepted);
    }
    for (Waiter waiter : List.copyOf(waiters)) {
      if (waiter.revision() <= state.revision()) {
        waiters.remove(waiter);
        waiter.reached().complete();
      }
    }
  }

  /* A committed record that does not fit was checked against another state than this one, by
  somebody else. Everybody who folds the log finds the same, so skipping it keeps them equal. */
  private Reduction.Accepted accept(ChangeRecord record) {
    Reduction reduction = preview(record);
    if (reduction instanceof Reduction.Accepted accepted) {
      return accepted;
    }
    log.error("revision {} does not fit and changes nothing: {}", record.revision(), reduction);
    return new Reduction.Accepted(StateReducer.skip(state, record.revision()), List.of());
  }

  private @Nullable ClockwiseConfig document(String wanted) {
    return wanted.equals(candidate) ? candidateConfig : null;
  }
}

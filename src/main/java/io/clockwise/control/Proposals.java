package io.clockwise.control;

import io.clockwise.control.flow.SerialQueue;
import io.clockwise.control.intent.EarlierStates;
import io.clockwise.control.intent.ProposalCheck;
import io.clockwise.control.intent.Reduction;
import io.clockwise.control.table.Previews;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentLog;
import io.clockwise.event.IntentState;
import io.clockwise.event.Preview;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * What a change moved is told after it is published, from the tables before it and of it: neither
 * the publish nor another change waits for a comparison. Comparisons wait for each other, so that
 * they leave the processors to those who build tables.
 */
/** From a proposal to an accepted change; used on the controller's context only. */
final class Proposals {
  private static final Logger log = LoggerFactory.getLogger(Proposals.class);
  private static final int NAMES_KEPT = 200;

  private final Context context;
  private final ControlPorts ports;
  private final Commits commits;
  private final SerialQueue changes;
  private final Previews previews;
  private final BiPredicate<String, String> usable;
  private final SerialQueue comparisons = new SerialQueue();
  private final ControlLines lines = new ControlLines();

  /* Names of changes that had nothing to change: they are made once as well. */
  private final Map<String, ChangeRecord> idle =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ChangeRecord> eldest) {
          return size() > NAMES_KEPT;
        }
      };

  /** Shares the queue of changes with the documents. */
  Proposals(
      Context context,
      ControlPorts ports,
      Commits commits,
      SerialQueue changes,
      Previews previews,
      BiPredicate<String, String> usable) {
    this.context = context;
    this.ports = ports;
    this.commits = commits;
    this.changes = changes;
    this.previews = previews;
    this.usable = usable;
  }

  /** What became of a proposal, and what is told of it when it is in use. */
  static final class Made {
    private final ChangeOutcome outcome;
    private final @Nullable Supplier<Future<Preview>> preview;

    private Made(ChangeOutcome outcome, @Nullable Supplier<Future<Preview>> preview) {
      this.outcome = outcome;
      this.preview = preview;
    }

    ChangeOutcome outcome() {
      return outcome;
    }

    /** Adds to an outcome what moved, where that was asked for. */
    Future<ChangeOutcome> told(ChangeOutcome inUse) {
      if (preview == null || !(inUse instanceof ChangeOutcome.Applied applied)) {
        return Future.succeededFuture(inUse);
      }
      return preview
          .get()
          .<ChangeOutcome>map(applied::with)
          .onFailure(failure -> log.error("what a change moved cannot be told", failure))
          .otherwise(inUse); // it is made, whatever is told of it
    }
  }

  /** Takes a proposal, after those before it; completes before the table is published. */
  Future<Made> propose(ChangeProposal proposal) {
    return changes.run(
        () ->
            needsHistory(proposal)
                ? Future.fromCompletionStage(ports.log().history(), context)
                    .compose(history -> make(new Attempt(proposal, history)))
                : make(new Attempt(proposal, List.of())));
  }

  private Future<Made> make(Attempt attempt) {
    return commits.commit(attempt).map(outcome -> new Made(outcome, tells(attempt, outcome)));
  }

  private @Nullable Supplier<Future<Preview>> tells(Attempt attempt, ChangeOutcome outcome) {
    Previews.Before before = attempt.before;
    return before != null
            && outcome instanceof ChangeOutcome.Applied applied
            && applied.record() != null
        ? () -> comparisons.run(() -> previews.of(applied.state(), before))
        : null;
  }

  private static boolean needsHistory(ChangeProposal proposal) {
    return proposal.terms().changeId() != null
        || proposal.what() instanceof ChangeProposal.Rollback
        || proposal.what() instanceof ChangeProposal.Undo;
  }

  private final class Attempt implements Commits.Attempt<ChangeOutcome> {
    private final ChangeProposal proposal;
    private final List<ChangeRecord> history;
    private final String changeId;
    private @Nullable Preview preview;
    private Previews.@Nullable Before before;

    Attempt(ChangeProposal proposal, List<ChangeRecord> history) {
      this.proposal = proposal;
      this.history = history;
      this.changeId =
          Objects.requireNonNullElseGet(
              proposal.terms().changeId(), () -> UUID.randomUUID().toString());
    }

    @Override
    public Commits.Step<ChangeOutcome> next(IntentState state) {
      EarlierStates.Found found = new EarlierStates(state, history).changes(proposal.what());
      if (found instanceof EarlierStates.Missing missing) {
        return new Commits.Step.End<>(missing.refused());
      }
      ChangeRecord draft = draft(((EarlierStates.Changes) found));
      boolean dry = proposal.mode() == ChangeProposal.Mode.DRY_RUN;
      ChangeRecord earlier = dry ? null : named(changeId); // a look has no name
      if (earlier != null) {
        return new Commits.Step.End<>(repeated(state, earlier, draft));
      }
      ProposalCheck.Verdict verdict = ProposalCheck.check(state, proposal, draft, usable);
      if (verdict instanceof ProposalCheck.Verdict.No no) {
        return new Commits.Step.End<>(no.refused());
      }
      if (verdict instanceof ProposalCheck.Verdict.Nothing) {
        if (!dry && proposal.terms().changeId() != null) {
          idle.put(changeId, draft);
        }
        return new Commits.Step.End<>(dry ? shown(state) : unchanged(state));
      }
      Reduction.Accepted planned = ((ProposalCheck.Verdict.Append) verdict).accepted();
      if (proposal.mode() == ChangeProposal.Mode.MAKE_AND_TELL) {
        before = previews.before();
      }
      return dry
          ? new Commits.Step.Show<>(planned, () -> shown(state))
          : new Commits.Step.Append<>(planned);
    }

    private ChangeRecord draft(EarlierStates.Changes wanted) {
      ChangeRecord.Cause cause =
          new ChangeRecord.Cause(
              wanted.kind(),
              proposal.actor(),
              proposal.reason(),
              ports.clock().instant(),
              ports.instance());
      return new ChangeRecord(changeId, cause, wanted.changes());
    }

    private @Nullable ChangeRecord named(String id) {
      ChangeRecord unneeded = idle.get(id);
      return unneeded != null
          ? unneeded
          : history.stream().filter(r -> r.changeId().equals(id)).findFirst().orElse(null);
    }

    /* What going back came to depends on when it was asked for, so its changes are not compared. */
    private ChangeOutcome repeated(IntentState state, ChangeRecord before, ChangeRecord draft) {
      boolean back = !(proposal.what() instanceof ChangeProposal.Changes);
      boolean same =
          before.kind() == draft.kind() && (back || before.changes().equals(draft.changes()));
      boolean unneeded = before.revision() == 0;
      if (same) {
        return new ChangeOutcome.Applied(state, unneeded ? null : before, true, null, List.of());
      }
      return new ChangeOutcome.Refused(
          ChangeOutcome.Why.REUSED,
          "Idempotency-Key",
          "the change of this name was another one"
              + (unneeded ? "" : ", revision " + before.revision())
              + "; give this one a name of its own");
    }

    @Override
    public Future<Void> prepare(Reduction.Accepted planned) {
      return previews.of(planned).onSuccess(made -> preview = made).mapEmpty();
    }

    private ChangeOutcome shown(IntentState state) {
      return new ChangeOutcome.Shown(
          state, Objects.requireNonNullElseGet(preview, () -> new Preview(List.of())));
    }

    private ChangeOutcome unchanged(IntentState state) {
      Preview nothing = proposal.mode() == ChangeProposal.Mode.MAKE ? null : new Preview(List.of());
      return new ChangeOutcome.Applied(state, null, true, nothing, List.of());
    }

    @Override
    public IntentLog.Durability durability() {
      return proposal.terms().durability();
    }

    @Override
    public ChangeOutcome accepted(Reduction.Accepted accepted, boolean kept) {
      lines.accepted(accepted.record());
      return new ChangeOutcome.Applied(accepted.state(), accepted.record(), kept, null, List.of());
    }

    @Override
    public ChangeOutcome failed(String reason) {
      return new ChangeOutcome.Refused(ChangeOutcome.Why.NOT_KEPT, "", reason);
    }
  }
}

package io.clockwise.control;

import io.clockwise.control.intent.ProposalCheck;
import io.clockwise.control.intent.Reduction;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** From a proposal to an accepted change; used on the controller's context only. */
final class Proposals {
  private final InstantSource clock;
  private final Commits commits;
  private final SerialQueue changes;
  private final ControlLines lines = new ControlLines();

  /** Shares the queue of changes with the documents. */
  Proposals(InstantSource clock, Commits commits, SerialQueue changes) {
    this.clock = clock;
    this.commits = commits;
    this.changes = changes;
  }

  /** Takes a proposal, after those before it; completes before the table is published. */
  Future<ChangeOutcome> propose(ChangeProposal proposal) {
    return changes.run(() -> commits.commit(new Attempt(proposal, draft(proposal))));
  }

  private ChangeRecord draft(ChangeProposal proposal) {
    ChangeRecord.Cause cause =
        new ChangeRecord.Cause(
            ChangeRecord.Kind.OPERATOR, proposal.actor(), proposal.reason(), clock.instant());
    return new ChangeRecord(0, UUID.randomUUID().toString(), cause, proposal.changes(), "");
  }

  private final class Attempt implements Commits.Attempt<ChangeOutcome> {
    private final ChangeProposal proposal;
    private final ChangeRecord draft;

    Attempt(ChangeProposal proposal, ChangeRecord draft) {
      this.proposal = proposal;
      this.draft = draft;
    }

    @Override
    public ChangeRecord draft() {
      return draft;
    }

    @Override
    public Optional<ChangeOutcome> check(IntentState state) {
      ProposalCheck.Verdict verdict = ProposalCheck.check(state, proposal, draft);
      if (verdict instanceof ProposalCheck.Verdict.No no) {
        return Optional.of(no.refused());
      }
      return verdict instanceof ProposalCheck.Verdict.Nothing
          ? Optional.of(new ChangeOutcome.Applied(state, List.of()))
          : Optional.empty();
    }

    @Override
    public ChangeOutcome accepted(Reduction.Accepted accepted) {
      lines.accepted(draft.withRevision(accepted.state().revision()));
      return new ChangeOutcome.Applied(accepted.state(), List.of());
    }

    @Override
    public ChangeOutcome failed(String reason) {
      return new ChangeOutcome.Refused(ChangeOutcome.Why.STOPPING, "", reason);
    }
  }
}

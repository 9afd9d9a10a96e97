package io.clockwise.control.intent;

import io.clockwise.config.PoolConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome.Refused;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.clockwise.event.PoolTag;
import io.clockwise.model.AdminState;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Whether a proposal may be appended to the log. A pure function. */
public final class ProposalCheck {
  private ProposalCheck() {}

  /** What to do with a proposal. */
  public sealed interface Verdict {
    /**
     * Append it.
     *
     * @param accepted the record to append, and the state that it leads to
     */
    record Append(Reduction.Accepted accepted) implements Verdict {}

    /** It is fine and changes nothing. */
    record Nothing() implements Verdict {}

    /** It must not be. */
    record No(Refused refused) implements Verdict {}
  }

  /**
   * Checks a proposal against a state, in this order: does everything exist, is it as the proposer
   * saw it, is each change possible, does the pool live on.
   *
   * @param draft the record that would be appended, without its effect
   */
  public static Verdict check(IntentState state, ChangeProposal proposal, ChangeRecord draft) {
    if (draft.changes().isEmpty()) {
      return proposal.what() instanceof ChangeProposal.Changes
          ? new Verdict.No(new Refused(Why.INVALID, "changes", "no change is given"))
          : new Verdict.Nothing(); // what was is what is
    }
    Set<String> pools = new LinkedHashSet<>();
    draft.changes().stream().map(BackendChange::pool).forEach(pools::add);
    Optional<Refused> refused = preconditions(state, pools, proposal);
    if (refused.isPresent()) {
      return new Verdict.No(refused.get());
    }
    Reduction reduction = StateReducer.plan(state, draft, fingerprint -> null);
    if (reduction instanceof Reduction.Refused no) {
      return new Verdict.No(no.outcome());
    }
    Reduction.Accepted accepted = (Reduction.Accepted) reduction;
    if (accepted.record().effect().edits().isEmpty()) {
      return new Verdict.Nothing();
    }
    Optional<Refused> lastOpen =
        proposal.force() ? Optional.empty() : lastOpen(state, accepted.state(), pools);
    return lastOpen.<Verdict>map(Verdict.No::new).orElseGet(() -> new Verdict.Append(accepted));
  }

  private static Optional<Refused> preconditions(
      IntentState state, Set<String> pools, ChangeProposal proposal) {
    for (String pool : pools) {
      if (!state.effective().pools().containsKey(pool)) {
        return Optional.of(StateReducer.noPool(pool));
      }
    }
    String ifMatch = proposal.ifMatch();
    if (ifMatch == null) {
      return Optional.empty();
    }
    return pools.stream()
        .filter(pool -> !PoolTag.matches(state, pool, ifMatch))
        .findFirst()
        .map(
            pool ->
                new Refused(
                    Why.STALE,
                    "If-Match",
                    "pool "
                        + pool
                        + " is now "
                        + PoolTag.of(state, pool)
                        + ", not "
                        + ChangeRules.quote(ifMatch)
                        + "; look at it again"));
  }

  private static Optional<Refused> lastOpen(
      IntentState before, IntentState after, Set<String> pools) {
    return pools.stream()
        .filter(pool -> hasOpen(before, pool) && !hasOpen(after, pool))
        .findFirst()
        .map(
            pool ->
                new Refused(
                    Why.LAST_OPEN,
                    "",
                    "it would leave pool "
                        + pool
                        + " without a ready backend of a weight above 0; use force to do it all"
                        + " the same"));
  }

  private static boolean hasOpen(IntentState state, String pool) {
    PoolConfig config = state.effective().pools().get(pool);
    return config != null
        && config.backends().stream()
            .anyMatch(b -> b.state() == AdminState.READY && b.weight() > 0);
  }
}

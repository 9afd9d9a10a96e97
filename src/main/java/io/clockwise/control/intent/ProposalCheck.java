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
import java.util.function.BiPredicate;
import java.util.function.Predicate;

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
    return check(state, proposal, draft, (pool, id) -> true);
  }

  /**
   * Checks it where it is known who answers.
   *
   * @param usable tells of a pool and an id whether that backend answers, as far as is known
   */
  public static Verdict check(
      IntentState state,
      ChangeProposal proposal,
      ChangeRecord draft,
      BiPredicate<String, String> usable) {
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
        proposal.force() ? Optional.empty() : lastOpen(state, accepted.state(), pools, usable);
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
      IntentState before,
      IntentState after,
      Set<String> pools,
      BiPredicate<String, String> usable) {
    for (String pool : pools) {
      if (hasOpen(before, pool, id -> true) && !hasOpen(after, pool, id -> true)) {
        return lastOpen(pool, "a ready backend of a weight above 0");
      }
      Predicate<String> answers = id -> usable.test(pool, id);
      if (hasOpen(before, pool, answers) && !hasOpen(after, pool, answers)) {
        return lastOpen(pool, "a backend that answers: the others that are ready do not");
      }
    }
    return Optional.empty();
  }

  private static Optional<Refused> lastOpen(String pool, String what) {
    String detail =
        "it would leave pool " + pool + " without " + what + "; use force to do it all the same";
    return Optional.of(new Refused(Why.LAST_OPEN, "", detail));
  }

  private static boolean hasOpen(IntentState state, String pool, Predicate<String> usable) {
    PoolConfig config = state.effective().pools().get(pool);
    return config != null
        && config.backends().stream()
            .anyMatch(b -> b.state() == AdminState.READY && b.weight() > 0 && usable.test(b.id()));
  }
}

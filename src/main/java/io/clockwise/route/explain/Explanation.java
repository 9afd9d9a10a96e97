package io.clockwise.route.explain;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.Decision;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.session.CookieVerdict;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a decision said and why.
 *
 * @param outcome what became of the request
 * @param place where it goes
 * @param key null: the request has none
 * @param candidates in the order of the key, those of a backup pool behind those of its own
 * @param cookie what the affinity cookie turned out to be; null: no pool of the route has one
 * @param version of what was decided by
 */
public record Explanation(
    Decision.Kind outcome,
    Place place,
    @Nullable Key key,
    List<Candidate> candidates,
    @Nullable CookieVerdict cookie,
    Version version) {

  /**
   * Where a request goes.
   *
   * @param route null: none takes it
   * @param pool null: none was chosen
   * @param owner of the key; null: there is no key
   * @param chosen null: nobody
   * @param chosenBy null: no pool was chosen
   * @param offOwner why it is not the owner; null: it is, or nobody is
   */
  public record Place(
      @Nullable String route,
      @Nullable String pool,
      @Nullable String owner,
      @Nullable String chosen,
      @Nullable ChosenBy chosenBy,
      @Nullable OffOwner offOwner) {}

  /** A routing key, by the kind of its source and its hash. */
  public record Key(String source, long hash) {}

  /** The table that was decided by. */
  public record Version(long revision, long epoch) {}

  /** Copies the list. */
  public Explanation {
    candidates = List.copyOf(candidates);
  }

  /**
   * Copies what a decision by this table says now.
   *
   * @param all whether candidates behind the one that was chosen are listed too, and backends that
   *     the placement does not rank
   */
  public static Explanation of(Decision decision, RoutingTable table, boolean all) {
    String source = decision.keySourceKind();
    return new Explanation(
        decision.kind(),
        place(decision),
        source == null ? null : new Key(source, decision.key().hash()),
        candidates(decision, all),
        decision.verdict(),
        new Version(table.revision(), table.epoch()));
  }

  private static Place place(Decision decision) {
    CompiledRoute route = decision.route();
    PoolSnapshot pool = decision.pool();
    int backend = decision.backend();
    return new Place(
        route == null ? null : route.config().name(),
        pool == null ? null : pool.name(),
        id(pool, decision.owner()),
        id(pool, backend),
        pool == null ? null : decision.chosenBy(),
        decision.offOwner());
  }

  private static @Nullable String id(@Nullable PoolSnapshot pool, int index) {
    return pool == null || index < 0 ? null : pool.backend(index).id();
  }

  private static List<Candidate> candidates(Decision decision, boolean all) {
    PoolSnapshot pool = decision.pool();
    if (pool == null) {
      return List.of();
    }
    List<Candidate> there = list(decision, pool, decision.backend(), decision.key(), all);
    if (decision.chosenBy() != ChosenBy.BACKUP) {
      return there;
    }
    CompiledRoute route = Objects.requireNonNull(decision.route());
    PoolSnapshot own = decision.cookiePool();
    if (own == null && decision.keyed()) {
      own = route.poolOf(decision.key());
    }
    if (own == null) {
      return there; // one of its pools, at random
    }
    RoutingKey key = decision.keyed() ? Router.keyFor(own, decision.key()) : decision.key();
    return Stream.concat(list(decision, own, -1, key, all).stream(), there.stream()).toList();
  }

  private static List<Candidate> list(
      Decision decision, PoolSnapshot pool, int chosen, RoutingKey key, boolean all) {
    CandidateList list = new CandidateList(pool, chosen, decision);
    if (all) {
      return (decision.keyed() ? list.ranked(key) : list).others().list();
    }
    return (decision.keyed() ? list.upToChosen(key) : list).list();
  }
}

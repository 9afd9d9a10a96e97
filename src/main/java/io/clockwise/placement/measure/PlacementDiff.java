package io.clockwise.placement.measure;

import io.clockwise.model.placement.Member;
import io.clockwise.placement.Placement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What part of the keys moves from whom to whom when one placement follows another; parts are
 * shares of the key space, 0 to 1.
 *
 * @param moves the largest first
 * @param moved the sum of the moves
 * @param minimum what had to move, given what each backend had and has: the sum of the gains of
 *     those that gain
 * @param idealMinimum the same if each backend had exactly what its weight asks for
 * @param sampledKeys how many keys were looked up for it; 0 when it is exact
 * @param before what each backend that has any keys had, by id
 * @param after what each backend that has any keys has then, by id
 */
public record PlacementDiff(
    List<Move> moves,
    double moved,
    double minimum,
    double idealMinimum,
    int sampledKeys,
    Map<String, Double> before,
    Map<String, Double> after) {

  /**
   * A part of the keys that changes hands.
   *
   * @param from id of the backend that had it; null: nobody
   * @param to id of the backend that has it; null: nobody
   */
  public record Move(@Nullable String from, @Nullable String to, double share) {}

  private static final Comparator<Move> LARGEST_FIRST =
      Comparator.comparingDouble(Move::share)
          .reversed()
          .thenComparing(move -> text(move.from()))
          .thenComparing(move -> text(move.to()));

  /** Copies the collections. */
  public PlacementDiff {
    moves = List.copyOf(moves);
    before = Map.copyOf(before);
    after = Map.copyOf(after);
  }

  private static String text(@Nullable String id) {
    return id == null ? "" : id;
  }

  /** Compares two placements whose members are all open. */
  public static PlacementDiff between(Placement before, Placement after) {
    return between(PlacementView.of(before), PlacementView.of(after), KeySample.DEFAULT);
  }

  /**
   * Compares by who gets a key, which is its owner only where that is open.
   *
   * <p>Placements that cut one key space into intervals are compared exactly. Where the owner of an
   * interval is not open, one key in the middle speaks for the whole of it. Other placements are
   * compared by sample keys.
   */
  public static PlacementDiff between(PlacementView before, PlacementView after, KeySample sample) {
    Comparison comparison = new Comparison(before, after, sample);
    String[] ids = comparison.ids();
    long[] in = new long[ids.length + 1];
    long[] out = new long[ids.length + 1];
    List<Move> moves = new ArrayList<>();
    comparison
        .tally()
        .forEach(
            (from, to, amount) -> {
              if (from != to) {
                in[to] += amount;
                out[from] += amount;
                moves.add(new Move(id(ids, from), id(ids, to), comparison.share(amount)));
              }
            });
    moves.sort(LARGEST_FIRST);
    double ideal = idealMinimum(idealShares(before), idealShares(after));
    long moved = 0;
    for (long amount : in) {
      moved += amount;
    }
    return new PlacementDiff(
        moves,
        moves.isEmpty() ? 0 : comparison.share(moved),
        moves.isEmpty() ? 0 : minimum(comparison, in, out),
        ideal,
        comparison.sampled(),
        shares(comparison, true),
        shares(comparison, false));
  }

  private static Map<String, Double> shares(Comparison comparison, boolean before) {
    String[] ids = comparison.ids();
    Map<String, Long> amounts = new HashMap<>();
    comparison
        .tally()
        .forEach(
            (from, to, amount) -> {
              String id = id(ids, before ? from : to);
              if (id != null) {
                amounts.merge(id, amount, Long::sum);
              }
            });
    Map<String, Double> shares = new HashMap<>();
    amounts.forEach((id, amount) -> shares.put(id, comparison.share(amount)));
    return shares;
  }

  private static @Nullable String id(String[] ids, int number) {
    return number == Side.NOBODY ? null : ids[number - 1];
  }

  private static double minimum(Comparison comparison, long[] in, long[] out) {
    long gained = 0;
    boolean gains = false;
    boolean received = false;
    for (int i = 0; i < in.length; i++) {
      received |= in[i] != 0;
      if (Long.compareUnsigned(in[i], out[i]) > 0) {
        gained += in[i] - out[i];
        gains = true;
      }
    }
    boolean wholeToOne = !received; // the gain of the only one who gains is 2^64, which is 0
    return gains || wholeToOne ? comparison.share(gained) : 0;
  }

  /** Returns the share of each id by weight; that of nobody has the empty id. */
  private static Map<String, Double> idealShares(PlacementView view) {
    List<Member> members = view.placement().members();
    Map<String, Double> weights = new HashMap<>();
    double sum = 0;
    for (int i = 0; i < members.size(); i++) {
      if (view.open().accepts(i)) {
        weights.put(members.get(i).id(), (double) members.get(i).weight());
        sum += members.get(i).weight();
      }
    }
    if (sum == 0) {
      return Map.of("", 1.0);
    }
    double total = sum;
    weights.replaceAll((id, weight) -> weight / total);
    return weights;
  }

  private static double idealMinimum(Map<String, Double> before, Map<String, Double> after) {
    double sum = 0;
    for (Map.Entry<String, Double> share : after.entrySet()) {
      sum += Math.max(0, share.getValue() - before.getOrDefault(share.getKey(), 0.0));
    }
    return sum;
  }

  /** Tells whether the shares are sums of the lengths of intervals, not estimates. */
  public boolean exact() {
    return sampledKeys == 0;
  }

  /**
   * Returns how many times the necessary keys moved: 1 is the best, also when none moved; infinite
   * when none had to.
   */
  public double overMinimum() {
    return moved == 0 ? 1 : moved / minimum;
  }
}

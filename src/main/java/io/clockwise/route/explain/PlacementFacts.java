package io.clockwise.route.explain;

import io.clockwise.model.placement.Member;
import io.clockwise.placement.Placement;
import io.clockwise.placement.measure.PlacementReport;
import io.clockwise.route.PoolSnapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * How a pool's key space is shared out.
 *
 * @param digest the fingerprint of the placement
 * @param bytes of memory that its lookup structure takes
 * @param maxOverMean the largest share relative to its weight; 1 is perfect
 * @param minOverMean the smallest one
 * @param variation the coefficient of variation of the shares relative to weights
 * @param members those that own keys
 */
public record PlacementFacts(
    long digest,
    long bytes,
    double maxOverMean,
    double minOverMean,
    double variation,
    List<Share> members) {
  /**
   * What a member owns.
   *
   * @param ideal by weight, 0 to 1
   * @param actual by the placement, 0 to 1
   */
  public record Share(String id, int weight, double ideal, double actual) {}

  /** Copies the list. */
  public PlacementFacts {
    members = List.copyOf(members);
  }

  /** Looks at the placement of a pool. */
  public static PlacementFacts of(PoolSnapshot pool) {
    Placement placement = pool.placement();
    List<Member> members = placement.members();
    double weights = Math.max(1, members.stream().mapToDouble(Member::weight).sum());
    List<Share> shares = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      Member member = members.get(i);
      shares.add(
          new Share(member.id(), member.weight(), member.weight() / weights, placement.share(i)));
    }
    PlacementReport report = PlacementReport.of(placement, 0);
    return new PlacementFacts(
        report.digest(),
        report.bytes(),
        report.maxOverMean(),
        report.minOverMean(),
        report.variation(),
        shares);
  }
}

package io.clockwise.bench.report;

import io.clockwise.model.placement.Member;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.measure.KeySample;
import io.clockwise.placement.measure.PlacementDiff;
import io.clockwise.placement.measure.PlacementDiff.Move;
import io.clockwise.placement.measure.PlacementReport;
import io.clockwise.placement.measure.PlacementView;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A placement of an algorithm over one pool, and what is measured of it and of its changes. */
final class Measured {
  private static final int FEWEST_KEYS = 20_000;
  private static final int MOST_KEYS = 1_000_000;
  private static final int KEYS_EACH = 400; // a standard deviation of 5 per cent
  private static final double HASH_NANOS = 20;
  private static final double DOUBTFUL = 0.02;

  private final Subject subject;
  private final boolean unequal;
  private final Effort effort;
  private final List<Member> members;
  private final Member middle;
  private final Placement placement;
  private final Map<Figure, Double> figures = new EnumMap<>(Figure.class);
  private final List<String> remarks = new ArrayList<>();

  /** Builds the placement and measures how even it is and how long things take. */
  Measured(Subject subject, int backends, boolean unequal, Effort effort) {
    this.subject = subject;
    this.unequal = unequal;
    this.effort = effort;
    this.members = subject.members(backends, unequal);
    this.middle = members.get(backends / 2);
    Timing.Build built = Timing.build(() -> build(members), effort.buildMillis());
    this.placement = built.placement();
    figures.put(
        Figure.LOOKUP, Timing.lookupNanos(placement, subject.keys(), effort.lookupMillis()));
    figures.put(Figure.BUILD, built.nanos() / 1e6);
    figures.put(Figure.BYTES, (double) placement.sizeInBytes());
    balance();
  }

  /* Rendezvous states what weights ask for, which a weak hash does not keep to: keys are counted. */
  private void balance() {
    PlacementReport report = PlacementReport.of(placement, 0);
    if (placement.keySpace() == null) {
      int wanted = Math.max(FEWEST_KEYS, KEYS_EACH * members.size());
      boolean affordable = wanted * keyNanos() < effort.countMillis() * 1e6;
      int size = affordable ? wanted : FEWEST_KEYS;
      Counted counted = Counted.of(placement, new KeySample(size, subject.keys()));
      boolean doubtful = counted.excess() > DOUBTFUL;
      if (!affordable) {
        remarks.add("balance too slow to count, " + (doubtful ? "uneven" : "as stated"));
      } else if (doubtful) {
        remarks.add("balance by counted keys");
        report = PlacementReport.of(placement, counted.shares(), 0);
      }
      if (doubtful && !affordable) {
        return;
      }
    }
    figures.put(Figure.MAX_OVER_MEAN, report.maxOverMean());
    figures.put(Figure.MIN_OVER_MEAN, report.minOverMean());
    figures.put(Figure.VARIATION, report.variation());
  }

  private Placement build(List<Member> wanted) {
    return Placements.build(subject.settings(), wanted);
  }

  /** Measures what changes of the pool do to keys; returns everything. */
  Row row() {
    List<Member> more = new ArrayList<>(members);
    more.add(subject.member(members.size(), unequal));
    try {
      figures.put(Figure.ADD, toward(build(more)).overMinimum());
    } catch (IllegalArgumentException e) {
      remarks.add("no room for one more: " + e.getMessage());
    }
    figures.put(Figure.REMOVE, toward(build(without())).overMinimum());
    PlacementDiff reweight = toward(build(reweighted()));
    if (reweight.moved() > 0) {
      figures.put(Figure.REWEIGHT, reweight.overMinimum());
    } else {
      remarks.add("weights do not count");
    }
    close();
    return rowSoFar();
  }

  /** Returns what is measured so far, with the reason for what is not. */
  Row unfinished(String reason) {
    remarks.add(reason);
    return rowSoFar();
  }

  private Row rowSoFar() {
    String remark = String.join("; ", remarks);
    return new Row(subject.label(), members.size(), Row.weights(unequal), figures, remark);
  }

  private List<Member> without() {
    return members.stream().filter(member -> member != middle).toList();
  }

  private List<Member> reweighted() {
    Member heavier = new Member(middle.id(), middle.weight() + 1, middle.name());
    return members.stream().map(member -> member == middle ? heavier : member).toList();
  }

  private PlacementDiff toward(Placement after) {
    return noted(PlacementView.of(placement), PlacementView.of(after), sampleSize());
  }

  private int sampleSize() {
    double keys = effort.diffMillis() * 1e6 / (2 * keyNanos());
    return (int) Math.max(FEWEST_KEYS, Math.min(MOST_KEYS, keys));
  }

  private double keyNanos() {
    return figures.get(Figure.LOOKUP) + HASH_NANOS;
  }

  private PlacementDiff noted(PlacementView before, PlacementView after, int size) {
    PlacementDiff diff = PlacementDiff.between(before, after, new KeySample(size, subject.keys()));
    figures.merge(Figure.SAMPLED, (double) diff.sampledKeys(), Math::max);
    return diff;
  }

  private void close() {
    Placement closed = placement;
    Placement opened = placement;
    if (subject.settings().placesOpenOnly()) {
      Set<String> shut = Set.of(middle.id());
      closed = Placements.build(subject.settings(), members, shut, placement);
      opened = Placements.build(subject.settings(), members, Set.of(), closed);
    }
    PlacementView open = PlacementView.of(placement);
    PlacementView shut = new PlacementView(closed, not(closed, middle.id()));
    double wanted = (double) KEYS_EACH * members.size() * (members.size() - 1);
    boolean affordable = wanted * 2 * keyNanos() < effort.failoverMillis() * 1e6;
    int size = (int) (affordable ? Math.max(FEWEST_KEYS, wanted) : FEWEST_KEYS);
    PlacementDiff away = noted(open, shut, size);
    figures.put(Figure.CLOSE, away.overMinimum());
    figures.put(Figure.HOME, home(PlacementView.of(opened), away));
    boolean byChance = away.sampledKeys() == size; // else every interval of its keys is looked up
    if (members.size() > 1 && (affordable || !byChance)) {
      figures.put(Figure.FAILOVER, spread(away));
    }
  }

  private static MemberFilter not(Placement placement, String id) {
    List<Member> all = placement.members();
    boolean[] open = new boolean[all.size()];
    for (int i = 0; i < open.length; i++) {
      open[i] = !all.get(i).id().equals(id);
    }
    return member -> open[member];
  }

  private double home(PlacementView opened, PlacementDiff away) {
    PlacementDiff whole = noted(PlacementView.of(placement), opened, FEWEST_KEYS);
    double left = sum(taken(away));
    return left == 0 ? 1 : 1 - sum(taken(whole)) / left;
  }

  /** Returns what part of the key space each other backend got from the one in the middle. */
  private Map<String, Double> taken(PlacementDiff diff) {
    Map<String, Double> taken = new HashMap<>();
    for (Move move : diff.moves()) {
      if (middle.id().equals(move.from())) {
        taken.merge(String.valueOf(move.to()), move.share(), Double::sum);
      }
    }
    return taken;
  }

  private static double sum(Map<String, Double> shares) {
    return shares.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Returns the largest part of the keys of the closed one over what the weight asks for. */
  private double spread(PlacementDiff away) {
    Map<String, Double> taken = taken(away);
    double each = sum(taken) / (weight(members) - middle.weight());
    double most = Double.NaN;
    for (Member member : members) {
      double load = taken.getOrDefault(member.id(), 0.0) / (each * member.weight());
      most = Double.isNaN(most) || load > most ? load : most;
    }
    return most;
  }

  private static double weight(List<Member> members) {
    return members.stream().mapToDouble(Member::weight).sum();
  }
}

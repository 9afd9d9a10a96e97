package io.clockwise.app.verify;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.bound.BoundScratch;
import io.clockwise.placement.bound.BoundedLoad;
import io.clockwise.placement.own.AnchorPlacement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Who is chosen for a key, by the names that picks say. */
@FunctionalInterface
interface Picker {

  /** Returns those that are tried for a key, in this order; nobody if nobody can be. */
  List<String> nodes(String key);

  /** Returns that of a placement, among the members that are not down. */
  static Picker of(Placement placement, Subject.Placed subject) {
    List<Member> members = placement.members();
    BitSet down = new BitSet();
    long[] inFlight = new long[members.size()];
    for (int i = 0; i < members.size(); i++) {
      String id = members.get(i).id();
      down.set(i, subject.topology().closed().contains(id));
      inFlight[i] = subject.load().inFlight().getOrDefault(id, 0);
    }
    BoundedLoad bounded = BoundedLoad.of(placement, subject.load().factor());
    BoundScratch scratch = new BoundScratch();
    return key -> {
      RoutingKey asked =
          subject.numbers()
              ? RoutingKey.ofHash(Long.parseUnsignedLong(key))
              : placement.key(key.getBytes(StandardCharsets.UTF_8));
      BitSet refused = (BitSet) down.clone();
      List<String> names = new ArrayList<>(subject.tries());
      while (names.size() < subject.tries()) {
        int member =
            bounded.pick(asked, other -> !refused.get(other), other -> inFlight[other], scratch);
        if (member < 0) {
          break;
        }
        refused.set(member);
        names.add(subject.topology().name(members.get(member)));
      }
      return names;
    };
  }

  /** Returns that of an anchor whose buckets were removed in an order of their own. */
  static Picker of(Subject.AnchorBuckets subject) {
    List<Member> members = Topology.numbered(subject.working()).members();
    Placement anchor =
        AnchorPlacement.of(
            new Membership(members, new BitSet(), 0), // no digest: nobody asks for it
            subject.capacity(),
            subject.removed().stream().mapToInt(Integer::intValue).toArray());
    return key -> {
      int bucket = anchor.pick(anchor.key(key.getBytes(StandardCharsets.UTF_8)), MemberFilter.ANY);
      return List.of(Integer.toString(bucket));
    };
  }
}

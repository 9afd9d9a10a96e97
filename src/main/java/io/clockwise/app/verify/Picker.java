package io.clockwise.app.verify;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
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
    BitSet down = new BitSet();
    for (int i = 0; i < placement.members().size(); i++) {
      down.set(i, subject.topology().closed().contains(placement.members().get(i).id()));
    }
    return key -> {
      RoutingKey asked =
          subject.numbers()
              ? RoutingKey.ofHash(Long.parseUnsignedLong(key))
              : placement.key(key.getBytes(StandardCharsets.UTF_8));
      return tried(placement, subject, asked, down);
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

  private static List<String> tried(
      Placement placement, Subject.Placed subject, RoutingKey key, BitSet down) {
    BitSet refused = (BitSet) down.clone();
    MemberFilter filter = member -> !refused.get(member);
    List<String> names = new ArrayList<>(subject.tries());
    while (names.size() < subject.tries()) {
      int member = placement.pick(key, filter);
      if (member < 0) {
        break;
      }
      refused.set(member);
      names.add(subject.topology().name(placement.members().get(member)));
    }
    return names;
  }
}

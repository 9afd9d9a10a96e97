package io.clockwise.model.placement.limits;

import io.clockwise.model.placement.EnvoySettings.Locality;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RedisClusterSlot;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules for settings that name backends. */
final class NamedBackends {
  private static final String RANGES = "placement.ranges";
  private static final String LOCALITIES = "placement.localities";

  private NamedBackends() {}

  /** Notes localities that do not hold each backend with a weight exactly once. */
  static void checkLocalities(
      List<Locality> localities, List<Member> members, List<LimitBreach> found) {
    if (localities.isEmpty()) {
      return;
    }
    Set<String> ids = ids(members);
    Map<String, String> places = new HashMap<>();
    for (int i = 0; i < localities.size(); i++) {
      for (int j = 0; j < localities.get(i).backends().size(); j++) {
        String id = localities.get(i).backends().get(j);
        String field = LOCALITIES + "[" + i + "].backends[" + j + "]";
        String place = places.putIfAbsent(id, field);
        if (!ids.contains(id)) {
          found.add(stranger(field, id));
        } else if (place != null) {
          String hint = place + " has it already";
          found.add(new LimitBreach(field, quoted(id) + " again", "each backend once", hint));
        }
      }
    }
    for (Member member : members) {
      if (member.weight() > 0 && !places.containsKey(member.id())) {
        String given = "none that has the backend " + quoted(member.id());
        String hint = "name it in one of them, or give it weight 0";
        found.add(new LimitBreach(LOCALITIES, given, "each backend in a locality", hint));
      }
    }
  }

  /** Notes ranges of backends that are not there, and slots of two backends or of none. */
  static void checkRanges(
      Map<String, String> ranges, List<Member> members, List<LimitBreach> found) {
    if (ranges.isEmpty()) {
      return;
    }
    Set<String> ids = ids(members);
    BitSet taken = new BitSet();
    ranges.forEach(
        (id, text) -> {
          String field = RANGES + "." + id;
          if (!ids.contains(id)) {
            found.add(stranger(field, id));
          }
          List<SlotRange> parts = SlotRange.parse(text);
          if (parts.isEmpty()) {
            found.add(new LimitBreach(field, quoted(text), SlotRange.EXPECTED, ""));
          }
          int twice = take(parts, taken);
          if (twice >= 0) {
            String hint = "slot " + twice + " has a backend already";
            found.add(new LimitBreach(field, quoted(text), "slots of its own", hint));
          }
        });
    int open = taken.nextClearBit(0);
    if (open < RedisClusterSlot.SLOTS) {
      String given = "none that has slot " + open;
      String hint = "give each slot to a backend, or leave ranges out for even parts";
      found.add(new LimitBreach(RANGES, given, "all slots, 0 to 16383", hint));
    }
  }

  /** Takes slots; returns the first that was taken before, or -1. */
  private static int take(List<SlotRange> ranges, BitSet taken) {
    int twice = -1;
    for (SlotRange range : ranges) {
      int first = taken.nextSetBit(range.first());
      twice = twice < 0 && first >= 0 && first <= range.last() ? first : twice;
      taken.set(range.first(), range.last() + 1);
    }
    return twice;
  }

  private static LimitBreach stranger(String field, String id) {
    String hint = "correct the name, or take it out before the backend is removed";
    return new LimitBreach(field, quoted(id), "the id of a backend of the pool", hint);
  }

  private static Set<String> ids(List<Member> members) {
    return members.stream().map(Member::id).collect(Collectors.toUnmodifiableSet());
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }
}

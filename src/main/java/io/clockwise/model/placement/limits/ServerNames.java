package io.clockwise.model.placement.limits;

import io.clockwise.model.BackendAddress;
import io.clockwise.model.CidrBlock;
import io.clockwise.model.placement.Member;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the names of backends must be where another product knows them by more than text. */
public final class ServerNames {
  private static final int MAX_HAPROXY_WEIGHT = 256;
  private static final int LONGEST_ID = 10;

  private ServerNames() {}

  /** Returns the server id that a name is to HAProxy: 1 to 2^31 - 1, or 0 when it is none. */
  public static int haproxyId(String name) {
    boolean number = !name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!number || name.length() > LONGEST_ID) {
      return 0;
    }
    long id = Long.parseLong(name);
    return id <= Integer.MAX_VALUE ? (int) id : 0;
  }

  /** Tells whether a name is an IP address with a port. */
  public static boolean isSocketAddress(String name) {
    Optional<BackendAddress> address = BackendAddress.parse(name);
    return address.isPresent() && CidrBlock.parseAddress(address.get().host()).isPresent();
  }

  /** Notes server ids that two backends have, and weights that HAProxy does not have. */
  static void checkHaproxy(List<Member> members, List<LimitBreach> found) {
    Map<Integer, String> owners = new HashMap<>();
    for (int i = 0; i < members.size(); i++) {
      Member member = members.get(i);
      int id = haproxyId(member.name());
      String owner = id > 0 ? owners.putIfAbsent(id, member.id()) : null;
      if (owner != null) {
        String given = "the server id " + id + " again";
        String hint = "\"" + owner + "\" has it already";
        found.add(new LimitBreach(name(i), given, "a placementName of its own", hint));
      }
      if (member.weight() > MAX_HAPROXY_WEIGHT) {
        String given = "the weight " + member.weight() + " of \"" + member.id() + '"';
        String field = "backends[" + i + "].weight";
        found.add(new LimitBreach(field, given, "0 to 256, as in HAProxy", PointCount.DIVIDE));
      }
    }
  }

  /** Notes names that are no addresses, which is all that pingora places. */
  static void checkPingora(List<Member> members, List<LimitBreach> found) {
    for (int i = 0; i < members.size(); i++) {
      if (!isSocketAddress(members.get(i).name())) {
        found.add(
            new LimitBreach(
                name(i),
                "a name of \"" + members.get(i).id() + "\" that is no socket address",
                "an IP address and port, which is all that pingora-ketama places",
                "give it such a placementName, 10.0.0.1:80 or [2001:db8::1]:80"));
      }
    }
  }

  private static String name(int member) {
    return "backends[" + member + "].placementName";
  }
}

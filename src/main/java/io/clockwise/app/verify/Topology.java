package io.clockwise.app.verify;

import io.clockwise.model.placement.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * The backends over which a vector file places.
 *
 * @param members in the order of the configuration
 * @param names what a pick says, by the id of a member
 * @param closed the ids of the members that are down
 */
public record Topology(List<Member> members, Map<String, String> names, Set<String> closed) {

  /** Copies them all. */
  public Topology {
    members = List.copyOf(members);
    names = Map.copyOf(names);
    closed = Set.copyOf(closed);
  }

  /**
   * Returns that of nodes whose ids are their names.
   *
   * @param placedAs the text by which the algorithm places a node
   */
  static Topology of(List<Node> nodes, Function<Node, String> placedAs) {
    List<Member> members = new ArrayList<>();
    Map<String, String> names = new HashMap<>();
    Set<String> closed = new HashSet<>();
    for (Node node : nodes) {
      add(node, node.name(), placedAs.apply(node), members, names, closed);
    }
    return new Topology(members, names, closed);
  }

  /** Returns that of nodes that are a member for each of their addresses. */
  static Topology ofAddresses(List<Node> nodes) {
    List<Member> members = new ArrayList<>();
    Map<String, String> names = new HashMap<>();
    Set<String> closed = new HashSet<>();
    for (Node node : nodes) {
      if (node.addrs().isEmpty()) {
        add(node, node.name(), node.name(), members, names, closed);
      }
      for (int i = 0; i < node.addrs().size(); i++) {
        add(node, node.name() + '#' + i, node.name(), members, names, closed);
      }
    }
    return new Topology(members, names, closed);
  }

  /** Returns that of members that are called by their numbers, from 0. */
  static Topology numbered(int count) {
    List<Member> members = new ArrayList<>(count);
    Map<String, String> names = new HashMap<>();
    for (int i = 0; i < count; i++) {
      String number = Integer.toString(i);
      members.add(new Member(number, 1));
      names.put(number, number);
    }
    return new Topology(members, names, Set.of());
  }

  private static void add(
      Node node,
      String id,
      String placedAs,
      List<Member> members,
      Map<String, String> names,
      Set<String> closed) {
    members.add(new Member(id, node.weight(), placedAs));
    names.put(id, node.name());
    if (node.down()) {
      closed.add(id);
    }
  }

  /** Returns what a pick of a member says. */
  String name(Member member) {
    return Objects.requireNonNull(names.get(member.id()));
  }
}

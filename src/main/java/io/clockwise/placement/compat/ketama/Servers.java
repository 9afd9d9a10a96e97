package io.clockwise.placement.compat.ketama;

import io.clockwise.placement.Membership;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The servers of a ketama ring in the order in which their points are drawn, with what the number
 * of these points depends on.
 *
 * @param members their indexes
 * @param bases the text that each one's points are drawn from
 * @param weights of each, at least 1
 */
record Servers(List<Integer> members, List<String> bases, List<Integer> weights) {
  private static final String DEFAULT_PORT = ":11211";

  /**
   * Returns the placed members in their order; a member of weight 0 or closed is none of them.
   *
   * @param base from a member's name to the text of its points
   */
  static Servers of(Membership membership, UnaryOperator<String> base) {
    List<Integer> placed =
        IntStream.range(0, membership.size()).filter(membership::places).boxed().toList();
    return new Servers(
        placed,
        placed.stream().map(i -> base.apply(membership.members().get(i).name())).toList(),
        placed.stream().map(membership::weight).toList());
  }

  /** Returns the name without memcached's own port. */
  static String withoutDefaultPort(String name) {
    return name.endsWith(DEFAULT_PORT)
        ? name.substring(0, name.length() - DEFAULT_PORT.length())
        : name;
  }

  /** Returns the same servers by the unsigned bytes of their texts. */
  Servers sortedByBase() {
    Comparator<Integer> byBytes =
        (a, b) -> Arrays.compareUnsigned(utf8(bases.get(a)), utf8(bases.get(b)));
    List<Integer> order = IntStream.range(0, size()).boxed().sorted(byBytes).toList();
    return new Servers(
        order.stream().map(members::get).toList(),
        order.stream().map(bases::get).toList(),
        order.stream().map(weights::get).toList());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  int size() {
    return members.size();
  }

  /*
   * The counts below are computed in binary32, each step rounded, because the originals do: with 25,
   * 47, 50 or 55 equal servers the first gives 39 instead of 40.
   */

  /** Returns how many digests each server has by the rule of libmemcached and twemproxy. */
  int[] digests() {
    int[] counts = new int[size()];
    float total = total();
    for (int server = 0; server < counts.length; server++) {
      float part = weights.get(server) / total;
      float product = part * 160 / 4 * counts.length;
      counts[server] = (int) Math.floor((float) (product + 1e-10));
    }
    return counts;
  }

  /** Returns how many digests each server has by the rule of the original library. */
  int[] digestsOfOriginal() {
    int[] counts = new int[size()];
    float total = total();
    for (int server = 0; server < counts.length; server++) {
      float part = weights.get(server) / total;
      counts[server] = (int) Math.floor((float) (part * 40.0 * counts.length));
    }
    return counts;
  }

  private float total() {
    return weights.stream().mapToLong(Integer::intValue).sum();
  }
}

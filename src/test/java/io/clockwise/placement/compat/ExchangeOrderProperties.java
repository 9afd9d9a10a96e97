package io.clockwise.placement.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ExchangeOrderProperties {

  /** The tutorial's own way: append a node's points, sort all by exchange, and so on. */
  private static int[] exchanged(long[] hashes, int perNode) {
    int[] order = new int[hashes.length];
    for (int added = 0; added < order.length; added++) {
      order[added] = added;
      if ((added + 1) % perNode == 0 || added + 1 == order.length) {
        sortByExchange(order, added + 1, hashes);
      }
    }
    return order;
  }

  private static void sortByExchange(int[] order, int length, long[] hashes) {
    for (int i = 0; i < length; i++) {
      for (int j = i + 1; j < length; j++) {
        if (hashes[order[i]] > hashes[order[j]]) {
          int swapped = order[i];
          order[i] = order[j];
          order[j] = swapped;
        }
      }
    }
  }

  @Property(tries = 3_000)
  void isTheOrderThatTheSortLeaves(
      @ForAll @Size(max = 40) List<@IntRange(min = 0, max = 9) Integer> ranks,
      @ForAll @IntRange(min = 1, max = 12) int perNode) {
    long[] hashes = ranks.stream().mapToLong(rank -> rank * 0x1c71c71cL).toArray(); // to 2^32
    assertThat(ExchangeOrder.of(hashes)).isEqualTo(exchanged(hashes, perNode));
  }

  @Property(tries = 100)
  void isThePlainOrderWithoutEqualHashes(@ForAll @IntRange(min = 1, max = 300) int count) {
    long[] hashes = new long[count];
    for (int i = 0; i < count; i++) {
      hashes[i] = i * 2_654_435_761L & 0xffffffffL;
    }
    assertThat(ExchangeOrder.of(hashes)).isEqualTo(exchanged(hashes, count));
  }
}

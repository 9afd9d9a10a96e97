package io.clockwise.placement.maglev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.placement.hash.XxHash64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MaglevTableProperties {

  record Named(String name, double weight) {}

  @Provide
  Arbitrary<List<Named>> pools() {
    Arbitrary<String> names = Arbitraries.strings().ofMinLength(1).ofMaxLength(8);
    Arbitrary<Double> weights =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 5).map(Integer::doubleValue),
            Arbitraries.integers().between(1, 65_535).map(Integer::doubleValue),
            Arbitraries.integers().between(1, 65_535).map(w -> w * (1 / 3.0) / 77));
    return Combinators.combine(names, weights).as(Named::new).list().ofMaxSize(30);
  }

  @Provide
  Arbitrary<Integer> primes() {
    return Arbitraries.of(2, 3, 7, 17, 101, 1009, 4099);
  }

  /** The rule as it is told: round after round, everybody is asked. */
  private static int[] table(List<Named> pool, int size) {
    int[] owners = new int[size];
    Arrays.fill(owners, -1);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < pool.size(); i++) {
      if (pool.get(i).weight() > 0) {
        order.add(i);
      }
    }
    order.sort(
        Comparator.comparing(i -> pool.get(i).name().getBytes(UTF_8), Arrays::compareUnsigned));
    double greatest = pool.stream().mapToDouble(Named::weight).max().orElse(0);
    double[] targets = new double[pool.size()];
    long[] next = new long[pool.size()];
    int filled = 0;
    for (long iteration = 1; filled < size && !order.isEmpty(); iteration++) {
      for (int i : order) {
        if (filled == size || iteration * pool.get(i).weight() < targets[i]) {
          continue;
        }
        targets[i] += greatest;
        byte[] key = pool.get(i).name().getBytes(UTF_8);
        long offset = Long.remainderUnsigned(XxHash64.hash(key, 0, key.length, 0), size);
        long skip = Long.remainderUnsigned(XxHash64.hash(key, 0, key.length, 1), size - 1) + 1;
        while (owners[(int) ((offset + skip * next[i]) % size)] >= 0) {
          next[i]++;
        }
        owners[(int) ((offset + skip * next[i]++) % size)] = i;
        filled++;
      }
    }
    return owners;
  }

  @Property(tries = 300)
  void equalsTheTableOfTheRounds(@ForAll("pools") List<Named> pool, @ForAll("primes") int size) {
    double[] weights = pool.stream().mapToDouble(Named::weight).toArray();
    MaglevTable table =
        MaglevTable.of(pool.stream().map(Named::name).toList(), weights, size, size);
    int[] expected = table(pool, size);
    for (int entry = 0; entry < size; entry++) {
      assertThat(table.owner(entry)).isEqualTo(expected[entry]);
    }
  }
}

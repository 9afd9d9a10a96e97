package io.clockwise.route.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

class AdmissionProperties {
  private static final List<String> IDS = List.of("a", "b", "c");
  private static final int KEYS = 10_000;

  private static Admission of(double... shares) {
    return Admission.of(IDS, shares);
  }

  @Property(tries = 200)
  void whoHasBeenTakenStays(
      @ForAll @DoubleRange(max = 1) double one,
      @ForAll @DoubleRange(max = 1) double other,
      @ForAll long seed) {
    Admission less = of(Math.min(one, other), 1, 1);
    Admission more = of(Math.max(one, other), 1, 1);
    if (less.admits(0, seed)) {
      assertThat(more.admits(0, seed)).isTrue();
    }
    assertThat(less.admits(1, seed) && less.admits(2, seed)).isTrue();
  }

  @Property(tries = 50)
  void theShareOfTheKeysIsTheShare(@ForAll @DoubleRange(max = 1) double share, @ForAll long first) {
    Admission admission = of(share, share, 1);
    Random random = new Random(first);
    int neighbours = 0;
    int scattered = 0;
    int both = 0;
    for (int i = 0; i < KEYS; i++) {
      neighbours += admission.admits(0, first + i) ? 1 : 0;
      long seed = random.nextLong();
      scattered += admission.admits(0, seed) ? 1 : 0;
      both += admission.admits(0, seed) && admission.admits(1, seed) ? 1 : 0;
    }
    double slack = 5 * Math.sqrt(KEYS) / 2;
    assertThat((double) neighbours).isBetween(share * KEYS - slack, share * KEYS + slack);
    assertThat((double) scattered).isBetween(share * KEYS - slack, share * KEYS + slack);
    assertThat((double) both) // each backend draws for itself
        .isBetween(share * share * KEYS - slack, share * share * KEYS + slack);
  }

  @Property(tries = 20)
  void noneAndAllAreExact(@ForAll long seed) {
    assertThat(of(0, 1, 1).admits(0, seed)).isFalse();
    assertThat(of(1, 1, 1)).isSameAs(Admission.ALL);
    assertThat(Admission.ALL.admits(2, seed)).isTrue();
  }
}

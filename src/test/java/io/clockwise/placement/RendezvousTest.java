package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Rendezvous;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RendezvousTest extends PlacementContract {
  @Override
  PlacementSettings settings() {
    return Rendezvous.DEFAULT;
  }

  @Override
  double shareTolerance() {
    return 0.001;
  }

  /* A slot ranks members as a key does whose number is the slot's: quotas apart, one is the other. */
  @ParameterizedTest
  @ValueSource(strings = {"", "blue"})
  void ranksLikeTheSlotsDoWhenNobodyIsAtHisQuota(String seed) {
    List<Member> members =
        List.of(new Member("a", 1), new Member("b", 2), new Member("c", 3), new Member("d", 3));
    Placement exact = Placements.build(new Rendezvous(seed), members);
    Placement slots = Placements.build(new Slots(Slots.MIN_COUNT, Slots.MAX_SLACK, seed), members);
    int[] byKey = new int[4];
    int[] bySlot = new int[4];
    for (long slot = 0; slot < Slots.MIN_COUNT; slot++) {
      exact.candidates(RoutingKey.ofHash(mix((slot + 1) * 0x9e3779b97f4a7c15L)), byKey);
      slots.candidates(RoutingKey.ofHash(slot << (Long.SIZE - 14)), bySlot);
      assertThat(bySlot).isEqualTo(byKey);
    }
  }

  private static long mix(long number) {
    long z = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}

package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import io.clockwise.testkit.Allocation;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a lookup keeps to even where the algorithm promises nothing about moves and order. */
abstract class LookupContract {
  private static final long SEED = 20_260_101;

  /** Returns the settings under test. */
  abstract PlacementSettings settings();

  final Placement build(List<Member> members) {
    return Placements.build(settings(), members);
  }

  final Placement build(List<Member> members, Set<String> closed) {
    return Placements.build(settings(), members, closed, null);
  }

  static List<Member> servers(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Member("s" + i, 1, "10.0." + i / 250 + '.' + (1 + i % 250) + ":8080"))
        .toList();
  }

  static RoutingKey key(Placement placement, String key) {
    return placement.key(key.getBytes(UTF_8));
  }

  @Test
  void nobodyIsPickedWhenThereIsNobody() {
    Placement none = build(List.of());
    assertThat(none.pick(key(none, "k"), MemberFilter.ANY)).isEqualTo(-1);
    assertThat(none.candidates(key(none, "k"), new int[3])).isZero();
    Placement idle = build(List.of(new Member("a", 0, "10.0.0.1:80")));
    assertThat(idle.pick(key(idle, "k"), MemberFilter.ANY)).isEqualTo(-1);
    assertThat(idle.candidates(key(idle, "k"), new int[3])).isZero();
  }

  @Test
  void nobodyIsPickedWhenAllAreRefused() {
    Placement placement = build(servers(500));
    int[] asked = {0};
    int picked =
        placement.pick(
            key(placement, "k"),
            member -> {
              asked[0]++;
              return false;
            });
    assertThat(picked).isEqualTo(-1);
    assertThat(asked[0]).isLessThan(1000);
  }

  @Test
  void theOnlyAcceptedOneOfManyIsFound() {
    Placement placement = build(servers(500));
    for (int i = 0; i < 100; i++) {
      int open = i * 5;
      assertThat(placement.pick(key(placement, "k" + i), m -> m == open)).isEqualTo(open);
    }
  }

  @Test
  void aSingleMemberOwnsEverything() {
    Placement placement = build(List.of(new Member("only", 1, "10.0.0.1:80")));
    assertThat(placement.share(0)).isEqualTo(1);
    for (int i = 0; i < 50; i++) {
      assertThat(placement.pick(key(placement, "k" + i), MemberFilter.ANY)).isZero();
    }
  }

  @Test
  void candidatesAreDistinctCompleteAndBeginWithTheOwner() {
    for (int n : new int[] {1, 2, 7, 40}) {
      Placement placement = build(servers(n));
      int[] all = new int[n + 3];
      for (int i = 0; i < 50; i++) {
        RoutingKey key = key(placement, "k" + i);
        assertThat(placement.candidates(key, all)).isEqualTo(n);
        assertThat(Arrays.copyOf(all, n)).doesNotHaveDuplicates();
        assertThat(all[0]).isEqualTo(placement.pick(key, MemberFilter.ANY));
        int[] few = new int[Math.min(3, n)];
        assertThat(placement.candidates(key, few)).isEqualTo(few.length);
        assertThat(few).isEqualTo(Arrays.copyOf(all, few.length));
      }
    }
  }

  /* As in PlacementContract: a G-test of the keys counted against the shares claimed. */
  @Test
  void keysFallAsTheSharesSay() {
    int n = 30;
    int draws = 100_000;
    Placement placement = build(servers(n));
    long[] observed = new long[n];
    Random random = new Random(SEED);
    byte[] key = new byte[16];
    for (int i = 0; i < draws; i++) {
      random.nextBytes(key);
      observed[placement.pick(placement.key(key), MemberFilter.ANY)]++;
    }
    double g = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      g += 2 * observed[i] * Math.log(observed[i] / (draws * placement.share(i)));
      sum += placement.share(i);
    }
    assertThat(g).isBetween(n - 1 - 4 * Math.sqrt(2.0 * n), n - 1 + 4 * Math.sqrt(2.0 * n));
    assertThat(sum).isCloseTo(1, within(1e-9));
  }

  @Test
  void onlyTheGivenRangeOfTheKeyCounts() {
    Placement placement = build(servers(5));
    byte[] padded = "xxuser:1001yy".getBytes(UTF_8);
    assertThat(placement.hash(padded, 2, 9)).isEqualTo(key(placement, "user:1001").hash());
    assertThat(placement.hash(padded, 2, 0)).isEqualTo(key(placement, "").hash());
  }

  @Test
  void aLookupAllocatesNothing() {
    Placement placement = build(servers(100));
    byte[] key = "user:1001".getBytes(UTF_8);
    RoutingKey routed = new RoutingKey();
    MemberFilter few = member -> member % 50 == 3;
    Allocation.assertNone(
        i -> {
          key[0] = (byte) i;
          routed.set(key, 0, key.length, placement.hash(key, 0, key.length));
          return placement.pick(routed, MemberFilter.ANY) + placement.pick(routed, few);
        });
  }

  @Test
  void sizesAndDigestsAreThere() {
    Placement small = build(servers(3));
    assertThat(small.sizeInBytes()).isPositive();
    assertThat(small.digest()).isNotEqualTo(build(servers(4)).digest());
    assertThat(small.readsKey()).isFalse();
  }
}

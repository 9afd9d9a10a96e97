package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import io.clockwise.testkit.Allocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every placement keeps to that places by the order or the text of its members. */
abstract class ForeignContract {
  static final long SEED = 20_260_101;

  /** Returns the settings under test. */
  abstract PlacementSettings settings();

  /** Returns the text of a key that this rule can read. */
  String key(int number) {
    return "user:" + number;
  }

  /** Returns by how much counted keys may differ from a share, relative to it. */
  double countTolerance() {
    return 0.1;
  }

  final Placement build(List<Member> members) {
    return Placements.build(settings(), members);
  }

  static Member member(int number, int weight) {
    String name = "10.0." + number / 250 + "." + (number % 250 + 1) + ":8080";
    return new Member("backend-" + number, weight, name);
  }

  static List<Member> equalMembers(int count) {
    return IntStream.range(0, count).mapToObj(i -> member(i, 1)).toList();
  }

  static RoutingKey key(Placement placement, String key) {
    return placement.key(key.getBytes(UTF_8));
  }

  @Test
  void membersStayInTheirOrder() {
    List<Member> members = List.of(member(2, 1), member(0, 0), member(1, 3));
    assertThat(build(members).members()).isEqualTo(members);
  }

  @Test
  void theDigestChangesWithOrderNameAndWeight() {
    List<Long> digests = new ArrayList<>();
    for (List<Member> members :
        List.of(
            List.of(member(0, 1), member(1, 1)),
            List.of(member(1, 1), member(0, 1)),
            List.of(member(0, 1), member(1, 2)),
            List.of(member(0, 1), new Member("backend-1", 1, "10.0.0.9:8080")),
            List.<Member>of())) {
      digests.add(build(members).digest());
      assertThat(build(members).digest()).isEqualTo(digests.get(digests.size() - 1));
    }
    assertThat(digests).doesNotHaveDuplicates();
  }

  @Test
  void nobodyIsPickedWhenThereIsNobody() {
    for (List<Member> members : List.of(List.<Member>of(), List.of(member(0, 0), member(1, 0)))) {
      Placement placement = build(members);
      assertThat(placement.pick(key(placement, key(1)), MemberFilter.ANY)).isEqualTo(-1);
      assertThat(placement.pick(key(placement, ""), MemberFilter.ANY)).isEqualTo(-1);
      assertThat(placement.candidates(key(placement, key(1)), new int[4])).isZero();
      for (int i = 0; i < members.size(); i++) {
        assertThat(placement.share(i)).isZero();
      }
    }
  }

  @Test
  void nobodyIsPickedWhenAllAreClosed() {
    Placement placement = build(equalMembers(500));
    int[] asked = {0};
    MemberFilter nobody =
        member -> {
          asked[0]++;
          return false;
        };
    assertThat(placement.pick(key(placement, key(7)), nobody)).isEqualTo(-1);
    assertThat(asked[0]).isLessThan(1_500);
  }

  @Test
  void theOnlyOpenOneOfManyIsFound() {
    Placement placement = build(equalMembers(500));
    for (int i = 0; i < 100; i++) {
      int open = i * 5;
      assertThat(placement.pick(key(placement, key(i)), m -> m == open)).isEqualTo(open);
    }
  }

  @Test
  void aSingleMemberOwnsEverything() {
    Placement placement = build(List.of(member(0, 0), member(1, 3), member(2, 0)));
    assertThat(placement.share(1)).isEqualTo(1);
    for (int i = 0; i < 50; i++) {
      assertThat(placement.pick(key(placement, key(i)), MemberFilter.ANY)).isEqualTo(1);
    }
  }

  @Test
  void theEmptyKeyHasAnOwnerThatStays() {
    Placement placement = build(equalMembers(5));
    int owner = placement.pick(key(placement, ""), MemberFilter.ANY);
    assertThat(owner).isBetween(0, 4);
    assertThat(placement.pick(key(placement, ""), MemberFilter.ANY)).isEqualTo(owner);
    assertThat(placement.pick(key(placement, ""), m -> m != owner)).isBetween(0, 4);
  }

  @Test
  void candidatesAreDistinctAndComplete() {
    List<Member> members = new ArrayList<>(equalMembers(40));
    members.set(3, member(3, 0));
    Placement placement = build(members);
    int[] all = new int[50];
    for (int i = 0; i < 50; i++) {
      RoutingKey key = key(placement, key(i));
      assertThat(placement.candidates(key, all)).isEqualTo(39);
      int[] found = Arrays.copyOf(all, 39);
      assertThat(found).doesNotHaveDuplicates().doesNotContain(3);
      assertThat(found[0]).isEqualTo(placement.pick(key, MemberFilter.ANY));
    }
  }

  /** A retry: the members tried so far refused, next to those that are closed anyway. */
  @Test
  void retriesWalkTheOpenOnesInTheOrderOfTheCandidates() {
    Placement placement = build(equalMembers(6));
    Set<Integer> closed = Set.of(1, 4);
    int[] all = new int[6];
    for (int i = 0; i < 100; i++) {
      RoutingKey key = key(placement, key(i));
      placement.candidates(key, all);
      Set<Integer> refused = new HashSet<>(closed);
      for (int next : Arrays.stream(all).filter(member -> !closed.contains(member)).toArray()) {
        assertThat(placement.pick(key, member -> !refused.contains(member))).isEqualTo(next);
        refused.add(next);
      }
    }
  }

  @Test
  void keysFallAsTheSharesSay() {
    List<Member> members = List.of(member(0, 1), member(1, 2), member(2, 0), member(3, 4));
    Placement placement = build(members);
    int draws = 40_000;
    int[] counts = new int[4];
    Random random = new Random(SEED);
    double sum = 0;
    for (int i = 0; i < draws; i++) {
      counts[placement.pick(key(placement, key(random.nextInt())), MemberFilter.ANY)]++;
    }
    for (int i = 0; i < 4; i++) {
      double share = placement.share(i);
      assertThat(counts[i] / (double) draws).isCloseTo(share, within(share * countTolerance()));
      sum += share;
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
  }

  @Test
  void sharesAreThoseOfTheKeySpace() {
    Placement placement = build(List.of(member(0, 1), member(1, 2), member(2, 0), member(3, 4)));
    KeySpace space = placement.keySpace();
    if (space != null) {
      double[] shares = space.shares(4);
      for (int i = 0; i < 4; i++) {
        assertThat(shares[i]).isCloseTo(placement.share(i), within(1e-12));
      }
    }
  }

  @Test
  void aPickAllocatesNothing() {
    Placement placement = build(equalMembers(20));
    byte[][] keys =
        IntStream.range(0, 50).mapToObj(i -> key(i).getBytes(UTF_8)).toArray(byte[][]::new);
    RoutingKey routed = new RoutingKey();
    MemberFilter few = member -> member % 5 == 3;
    Allocation.assertNone(
        i -> {
          byte[] key = keys[i % keys.length];
          routed.set(key, 0, key.length, placement.hash(key, 0, key.length));
          return placement.pick(routed, MemberFilter.ANY) + placement.pick(routed, few);
        });
    assertThat(placement.sizeInBytes()).isPositive();
  }

  @Test
  void aThousandMembersAreBuiltFast() {
    List<Member> members = equalMembers(1_000);
    build(members);
    long start = System.nanoTime();
    Placement placement = build(members);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    assertThat(placement.members()).hasSize(1_000);
  }
}

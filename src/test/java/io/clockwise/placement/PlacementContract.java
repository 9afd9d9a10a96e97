package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.testkit.Allocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every placement must keep to, whatever its algorithm. */
abstract class PlacementContract extends MinimalMovesContract {
  @Test
  void sameMembersGiveTheSameOwnersWhateverTheirOrder() {
    List<Member> members = new ArrayList<>(equalMembers(12));
    Placement first = build(members);
    Collections.shuffle(members, new Random(SEED));
    Placement second = build(members);
    assertThat(second.members()).isEqualTo(first.members());
    assertThat(second.digest()).isEqualTo(first.digest());
    assertThat(owners(second)).isEqualTo(owners(first));
  }

  @Test
  void historyLeavesNoTrace() {
    List<Member> members = equalMembers(6);
    Placement fresh = build(members);
    build(with(members, new Member("guest", 3)));
    Placement after = build(without(with(members, new Member("guest", 3)), "guest"));
    assertThat(after.digest()).isEqualTo(fresh.digest());
    assertThat(owners(after)).isEqualTo(owners(fresh));
  }

  @Test
  void membersAreSortedByTheBytesOfTheirIds() {
    List<String> ids = List.of("b", "a", "Z", "a0", "\u00e9", "\uff5e", "\ud83d\ude00");
    Placement placement = build(ids.stream().map(id -> new Member(id, 1)).toList());
    assertThat(placement.members())
        .extracting(Member::id)
        .containsExactly("Z", "a", "a0", "b", "\u00e9", "\uff5e", "\ud83d\ude00");
  }

  @Test
  void twoMembersOfOneIdAreRefused() {
    List<Member> members = List.of(new Member("a", 1), new Member("b", 1), new Member("a", 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> build(members))
        .withMessage("two backends have the id 'a': ids are unique");
  }

  @Test
  void sharesFollowTheWeightsAndSumToOne() {
    List<Member> members =
        IntStream.range(0, 10).mapToObj(i -> new Member("w" + i, 1 + i % 4)).toList();
    Placement placement = build(members);
    double weights = members.stream().mapToInt(Member::weight).sum();
    double sum = 0;
    for (int i = 0; i < 10; i++) {
      double ideal = placement.members().get(i).weight() / weights;
      assertThat(placement.share(i)).isCloseTo(ideal, within(ideal * shareTolerance()));
      sum += placement.share(i);
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
  }

  /* G-test of the keys counted against the shares claimed: G = 2 * sum(observed * ln(observed /
  expected)) has about a chi-squared distribution with n - 1 degrees of freedom, whose mean is n - 1
  and whose variance 2(n - 1). Four standard deviations at a fixed seed. */
  @Test
  void keysFallAsTheSharesSay() {
    int n = 50;
    int draws = 200_000;
    Placement placement = build(equalMembers(n));
    long[] observed = new long[n];
    Random random = new Random(SEED);
    byte[] key = new byte[16];
    for (int i = 0; i < draws; i++) {
      random.nextBytes(key);
      observed[placement.pick(placement.key(key), MemberFilter.ANY)]++;
    }
    double g = 0;
    for (int i = 0; i < n; i++) {
      g += 2 * observed[i] * Math.log(observed[i] / (draws * placement.share(i)));
    }
    assertThat(g).isBetween(n - 1 - 4 * Math.sqrt(2.0 * n), n - 1 + 4 * Math.sqrt(2.0 * n));
  }

  @Test
  void candidatesAreDistinctAndComplete() {
    for (int n : new int[] {1, 2, 7, 40}) {
      Placement placement = build(equalMembers(n));
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

  @Test
  void aPickIsTheFirstAcceptedCandidate() {
    Random random = new Random(SEED);
    for (int n : new int[] {2, 5, 100}) {
      Placement placement = build(equalMembers(n));
      int[] ranked = new int[n];
      for (int round = 0; round < 300; round++) {
        double closed = random.nextDouble();
        boolean[] open = new boolean[n];
        for (int i = 0; i < n; i++) {
          open[i] = random.nextDouble() >= closed;
        }
        RoutingKey key = key(placement, random.nextLong());
        placement.candidates(key, ranked);
        int expected = Arrays.stream(ranked).filter(i -> open[i]).findFirst().orElse(-1);
        assertThat(placement.pick(key, member -> open[member])).isEqualTo(expected);
      }
    }
  }

  @Test
  void nobodyIsPickedWhenThereIsNobody() {
    Placement placement = build(List.of());
    assertThat(placement.members()).isEmpty();
    assertThat(placement.pick(key(placement, 42), MemberFilter.ANY)).isEqualTo(-1);
    assertThat(placement.candidates(key(placement, 42), new int[4])).isZero();
    assertThat(placement.sizeInBytes()).isNotNegative();
  }

  @Test
  void nobodyIsPickedWhenAllAreClosed() {
    Placement placement = build(equalMembers(500));
    int[] asked = {0};
    int picked =
        placement.pick(
            key(placement, 7),
            member -> {
              asked[0]++;
              return false;
            });
    assertThat(picked).isEqualTo(-1);
    assertThat(asked[0]).isLessThan(1_000);
  }

  @Test
  void theOnlyOpenOneOfManyIsFound() {
    Placement placement = build(equalMembers(500));
    for (int i = 0; i < 100; i++) {
      int open = i * 5;
      assertThat(placement.pick(key(placement, i), member -> member == open)).isEqualTo(open);
    }
  }

  @Test
  void aSingleMemberOwnsEverything() {
    Placement placement = build(List.of(new Member("only", 7)));
    assertThat(placement.share(0)).isEqualTo(1);
    for (long number : new long[] {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThat(placement.pick(key(placement, number), MemberFilter.ANY)).isZero();
    }
  }

  @Test
  void theEmptyKeyIsANormalKey() {
    Placement placement = build(equalMembers(5));
    long hash = placement.hash(new byte[] {1, 2, 3}, 2, 0);
    assertThat(hash).isEqualTo(placement.hash(new byte[0], 0, 0));
    assertThat(placement.pick(key(placement, ""), MemberFilter.ANY)).isBetween(0, 4);
  }

  @Test
  void onlyTheGivenRangeOfTheKeyCounts() {
    Placement placement = build(equalMembers(5));
    byte[] padded = "xxuser:1001yy".getBytes(UTF_8);
    assertThat(placement.hash(padded, 2, 9)).isEqualTo(key(placement, "user:1001").hash());
  }

  @Test
  void theDigestChangesWithIdsAndWeightsOnly() {
    List<Member> members = equalMembers(4);
    long digest = build(members).digest();
    assertThat(build(new ArrayList<>(members)).digest()).isEqualTo(digest);
    assertThat(
            List.of(
                build(with(members, new Member("backend-1", 2))).digest(),
                build(with(members, new Member("backend-4", 1))).digest(),
                build(without(members, "backend-1")).digest(),
                build(with(without(members, "backend-1"), new Member("Backend-1", 1))).digest(),
                build(List.of()).digest(),
                digest))
        .doesNotHaveDuplicates();
  }

  @Test
  void aPickAllocatesNothing() {
    Placement placement = build(equalMembers(20));
    byte[] key = "user:1001".getBytes(UTF_8);
    RoutingKey routed = new RoutingKey();
    MemberFilter few = member -> member % 5 == 3;
    Allocation.assertNone(
        i -> {
          key[0] = (byte) i;
          routed.set(key, 0, key.length, placement.hash(key, 0, key.length));
          return placement.pick(routed, MemberFilter.ANY) + placement.pick(routed, few);
        });
  }
}

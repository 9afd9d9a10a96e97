package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.Member;
import io.clockwise.model.PlacementSettings;
import io.clockwise.testkit.Allocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every placement must keep to, whatever its algorithm. */
abstract class PlacementContract {
  private static final int KEYS = 20_000;
  private static final long SEED = 20_260_101;

  /** Returns the settings under test. */
  abstract PlacementSettings settings();

  /** Returns by how much an actual share may differ from the ideal one, relative to it. */
  abstract double shareTolerance();

  final Placement build(List<Member> members) {
    return Placements.build(settings(), members);
  }

  static List<Member> equalMembers(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Member("backend-" + i, 1)).toList();
  }

  static long keyHash(Placement placement, String key) {
    byte[] bytes = key.getBytes(UTF_8);
    return placement.hash(bytes, 0, bytes.length);
  }

  /** Returns the id of the backend that each key gets. */
  private static List<String> picks(Placement placement, MemberFilter filter) {
    List<String> ids = new ArrayList<>(KEYS);
    for (int i = 0; i < KEYS; i++) {
      ids.add(idOf(placement, placement.pick(keyHash(placement, "user:" + i), filter)));
    }
    return ids;
  }

  private static String idOf(Placement placement, int member) {
    return placement.members().get(member).id();
  }

  private static List<String> owners(Placement placement) {
    return picks(placement, MemberFilter.ANY);
  }

  private static List<Member> without(List<Member> members, String id) {
    return members.stream().filter(m -> !m.id().equals(id)).toList();
  }

  private static List<Member> with(List<Member> members, Member added) {
    List<Member> all = new ArrayList<>(without(members, added.id()));
    all.add(added);
    return all;
  }

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
      observed[placement.pick(placement.hash(key, 0, key.length), MemberFilter.ANY)]++;
    }
    double g = 0;
    for (int i = 0; i < n; i++) {
      g += 2 * observed[i] * Math.log(observed[i] / (draws * placement.share(i)));
    }
    assertThat(g).isBetween(n - 1 - 4 * Math.sqrt(2.0 * n), n - 1 + 4 * Math.sqrt(2.0 * n));
  }

  @Test
  void addingABackendMovesKeysToItOnlyAndAboutItsShare() {
    List<Member> before = equalMembers(9);
    List<String> old = owners(build(before));
    List<String> now = owners(build(with(before, new Member("new", 1))));
    int moved = movedOnlyTo("new", old, now);
    assertThat(moved / (double) KEYS).isCloseTo(0.1, within(0.1 * (shareTolerance() + 0.1)));
  }

  @Test
  void removingABackendMovesItsKeysOnly() {
    List<Member> before = equalMembers(10);
    List<String> old = owners(build(before));
    List<String> now = owners(build(without(before, "backend-3")));
    assertThat(movedOnlyTo("backend-3", now, old)).isPositive();
  }

  @Test
  void moreWeightMovesKeysToTheHeavierOnlyAndLessBackAgain() {
    List<Member> light = equalMembers(8);
    List<String> lightOwners = owners(build(light));
    List<String> heavyOwners = owners(build(with(light, new Member("backend-5", 3))));
    assertThat(movedOnlyTo("backend-5", lightOwners, heavyOwners)).isPositive();
  }

  /** Counts the keys whose owner differs and checks that each of them went to this backend. */
  private static int movedOnlyTo(String id, List<String> from, List<String> to) {
    int moved = 0;
    for (int i = 0; i < KEYS; i++) {
      if (!from.get(i).equals(to.get(i))) {
        assertThat(to.get(i)).isEqualTo(id);
        moved++;
      }
    }
    return moved;
  }

  @Test
  void keysOfAClosedBackendSpreadAndComeHomeAndTheOthersStay() {
    Placement placement = build(equalMembers(8));
    List<String> open = owners(placement);
    List<String> closed = picks(placement, m -> !idOf(placement, m).equals("backend-2"));
    List<String> refuges = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      if (open.get(i).equals("backend-2")) {
        refuges.add(closed.get(i));
      } else {
        assertThat(closed.get(i)).isEqualTo(open.get(i));
      }
    }
    assertThat(refuges).doesNotContain("backend-2");
    for (String id : List.of("backend-0", "backend-1", "backend-7")) {
      double share = Collections.frequency(refuges, id) / (double) refuges.size();
      assertThat(share).isCloseTo(1 / 7.0, within(0.06));
    }
    assertThat(owners(placement)).isEqualTo(open);
  }

  @Test
  void candidatesAreDistinctAndComplete() {
    for (int n : new int[] {1, 2, 7, 40}) {
      Placement placement = build(equalMembers(n));
      int[] all = new int[n + 3];
      for (int i = 0; i < 50; i++) {
        long hash = keyHash(placement, "k" + i);
        assertThat(placement.candidates(hash, all)).isEqualTo(n);
        assertThat(Arrays.copyOf(all, n)).doesNotHaveDuplicates();
        assertThat(all[0]).isEqualTo(placement.pick(hash, MemberFilter.ANY));
        int[] few = new int[Math.min(3, n)];
        assertThat(placement.candidates(hash, few)).isEqualTo(few.length);
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
        long hash = random.nextLong();
        placement.candidates(hash, ranked);
        int expected = Arrays.stream(ranked).filter(i -> open[i]).findFirst().orElse(-1);
        assertThat(placement.pick(hash, member -> open[member])).isEqualTo(expected);
      }
    }
  }

  @Test
  void nobodyIsPickedWhenThereIsNobody() {
    Placement placement = build(List.of());
    assertThat(placement.members()).isEmpty();
    assertThat(placement.pick(42, MemberFilter.ANY)).isEqualTo(-1);
    assertThat(placement.candidates(42, new int[4])).isZero();
    assertThat(placement.sizeInBytes()).isNotNegative();
  }

  @Test
  void nobodyIsPickedWhenAllAreClosed() {
    Placement placement = build(equalMembers(500));
    int[] asked = {0};
    int picked =
        placement.pick(
            7,
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
      assertThat(placement.pick(i * 0x9e3779b97f4a7c15L, member -> member == open)).isEqualTo(open);
    }
  }

  @Test
  void aSingleMemberOwnsEverything() {
    Placement placement = build(List.of(new Member("only", 7)));
    assertThat(placement.share(0)).isEqualTo(1);
    for (long hash : new long[] {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThat(placement.pick(hash, MemberFilter.ANY)).isZero();
    }
  }

  @Test
  void theEmptyKeyIsANormalKey() {
    Placement placement = build(equalMembers(5));
    long hash = placement.hash(new byte[] {1, 2, 3}, 2, 0);
    assertThat(hash).isEqualTo(placement.hash(new byte[0], 0, 0));
    assertThat(placement.pick(hash, MemberFilter.ANY)).isBetween(0, 4);
  }

  @Test
  void onlyTheGivenRangeOfTheKeyCounts() {
    Placement placement = build(equalMembers(5));
    byte[] padded = "xxuser:1001yy".getBytes(UTF_8);
    assertThat(placement.hash(padded, 2, 9)).isEqualTo(keyHash(placement, "user:1001"));
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
    MemberFilter few = member -> member % 5 == 3;
    Allocation.assertNone(
        i -> {
          key[0] = (byte) i;
          long hash = placement.hash(key, 0, key.length);
          return placement.pick(hash, MemberFilter.ANY) + placement.pick(hash, few);
        });
  }
}

package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which keys may move when a placement's members change, open or close, and which must not. */
abstract class MinimalMovesContract {
  static final int KEYS = 20_000;
  static final long SEED = 20_260_101;

  /** Returns the settings under test. */
  abstract PlacementSettings settings();

  /** Returns by how much an actual share may differ from the ideal one, relative to it. */
  abstract double shareTolerance();

  /** Returns how many keys may move for no need, relative to those that had to. */
  double strayMoves() {
    return 0;
  }

  final Placement build(List<Member> members) {
    return Placements.build(settings(), members);
  }

  static List<Member> equalMembers(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Member("backend-" + i, 1)).toList();
  }

  static RoutingKey key(Placement placement, String key) {
    return placement.key(key.getBytes(UTF_8));
  }

  /** Returns a key of the eight bytes of a number. */
  static RoutingKey key(Placement placement, long number) {
    return placement.key(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }

  /** Returns the id of the backend that each key gets. */
  private static List<String> picks(Placement placement, MemberFilter filter) {
    List<String> ids = new ArrayList<>(KEYS);
    for (int i = 0; i < KEYS; i++) {
      ids.add(idOf(placement, placement.pick(key(placement, "user:" + i), filter)));
    }
    return ids;
  }

  private static String idOf(Placement placement, int member) {
    return placement.members().get(member).id();
  }

  static List<String> owners(Placement placement) {
    return picks(placement, MemberFilter.ANY);
  }

  static List<Member> without(List<Member> members, String id) {
    return members.stream().filter(m -> !m.id().equals(id)).toList();
  }

  static List<Member> with(List<Member> members, Member added) {
    List<Member> all = new ArrayList<>(without(members, added.id()));
    all.add(added);
    return all;
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

  /** Counts the keys that went to this backend and checks that hardly any others moved. */
  private int movedOnlyTo(String id, List<String> from, List<String> to) {
    int moved = 0;
    int stray = 0;
    for (int i = 0; i < KEYS; i++) {
      if (!from.get(i).equals(to.get(i))) {
        if (to.get(i).equals(id)) {
          moved++;
        } else {
          stray++;
        }
      }
    }
    assertThat((double) stray).isLessThanOrEqualTo(strayMoves() * moved);
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
}

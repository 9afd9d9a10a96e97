package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.HaproxySettings.Consistent;
import io.clockwise.model.placement.HaproxySettings.HashKey;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.hash.HaproxyHashes;
import io.clockwise.placement.hash.XxHash32;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HaproxyConsistentTest extends LookupContract {
  private static final long SEED = 7;

  @Override
  PlacementSettings settings() {
    return Consistent.DEFAULT;
  }

  private static Placement keyedBy(HashKey hashKey, String... names) {
    List<Member> members =
        IntStream.range(0, names.length).mapToObj(i -> new Member("m" + i, 1, names[i])).toList();
    return Placements.build(new Consistent(Consistent.DEFAULT.keyHash(), hashKey), members);
  }

  /** The rule again, over points that are really taken away. */
  private record Tree(List<long[]> points) {
    static Tree of(int[] keys, int[] weights, MemberFilter filter) {
      List<long[]> points = new ArrayList<>();
      for (int member = 0; member < keys.length; member++) {
        for (int i = 0; i < 16 * weights[member] && filter.accepts(member); i++) {
          points.add(new long[] {HaproxyHashes.avalanche(keys[member] + i) & 0xffffffffL, member});
        }
      }
      points.sort(Comparator.comparingLong(point -> point[0])); // stable
      return new Tree(points);
    }

    int nearest(long hash) {
      int at = 0;
      while (at < points.size() && points.get(at)[0] < hash) {
        at++;
      }
      int next = at % points.size();
      int before = (at + points.size() - 1) % points.size();
      long back = (hash - points.get(before)[0]) & 0xffffffffL;
      long ahead = (points.get(next)[0] - hash) & 0xffffffffL;
      return back <= ahead ? before : next;
    }

    int owner(int at) {
      return (int) points.get(at % points.size())[1];
    }

    List<Integer> clockwise(long hash) {
      Set<Integer> owners = new LinkedHashSet<>();
      int from = nearest(hash);
      for (int i = 0; i < points.size(); i++) {
        owners.add(owner(from + i));
      }
      return List.copyOf(owners);
    }
  }

  private static List<Member> numbered(int[] ids, int[] weights) {
    return IntStream.range(0, ids.length)
        .mapToObj(i -> new Member("m" + i, weights[i], String.valueOf(ids[i])))
        .toList();
  }

  /* Ids that are equal in their low 20 bits have all points in common. */
  @Test
  void refusedMembersAreAsIfTheyWereNotThereTiesIncluded() {
    Random random = new Random(SEED);
    for (int round = 0; round < 40; round++) {
      int n = 2 + random.nextInt(40);
      int[] ids = new int[n];
      int[] weights = new int[n];
      int[] keys = new int[n];
      for (int i = 0; i < n; i++) {
        ids[i] = 1 + i % (1 + n / 2) + (i << 20);
        weights[i] = random.nextInt(6);
        keys[i] = ids[i] * 4096;
      }
      weights[0] = 1;
      Placement placement = build(numbered(ids, weights));
      double closed = random.nextDouble();
      boolean[] open = new boolean[n];
      for (int i = 1; i < n; i++) {
        open[i] = random.nextDouble() >= closed;
      }
      open[0] = true;
      Tree tree = Tree.of(keys, weights, m -> open[m]);
      for (long hash : hashesAround(tree, random)) {
        assertThat(placement.pick(RoutingKey.ofHash(hash), m -> open[m]))
            .isEqualTo(tree.owner(tree.nearest(hash)));
      }
    }
  }

  private static List<Long> hashesAround(Tree tree, Random random) {
    List<Long> hashes = new ArrayList<>(List.of(0L, 1L, 0xffffffffL, 0x80000000L));
    for (int i = 0; i < 30; i++) {
      int at = random.nextInt(tree.points().size());
      long point = tree.points().get(at)[0];
      long following = tree.points().get((at + 1) % tree.points().size())[0];
      long middle = point + ((following - point) & 0xffffffffL) / 2;
      for (long hash : new long[] {point - 1, point, point + 1, middle, middle + 1}) {
        hashes.add(hash & 0xffffffffL);
      }
      hashes.add(random.nextLong() & 0xffffffffL);
    }
    return hashes;
  }

  @Test
  void candidatesGoOnClockwiseFromTheNearestPoint() {
    int[] ids = {3, 9, 4, 7, 1 << 20 | 3, 100};
    int[] weights = {1, 2, 0, 3, 1, 1};
    int[] keys = IntStream.of(ids).map(id -> id * 4096).toArray();
    Placement placement = build(numbered(ids, weights));
    Tree tree = Tree.of(keys, weights, MemberFilter.ANY);
    for (long hash : hashesAround(tree, new Random(SEED))) {
      int[] into = new int[6];
      int found = placement.candidates(RoutingKey.ofHash(hash), into);
      assertThat(IntStream.of(into).limit(found).boxed().toList()).isEqualTo(tree.clockwise(hash));
    }
  }

  @Test
  void aLookupStaysShortWhenNearlyAllAreClosed() {
    Placement placement = build(servers(2000));
    int[] asked = {0};
    MemberFilter two =
        member -> {
          asked[0]++;
          return member == 7 || member == 1900;
        };
    for (int i = 0; i < 200; i++) {
      asked[0] = 0;
      assertThat(placement.pick(key(placement, "k" + i), two)).isIn(7, 1900);
      assertThat(asked[0]).isLessThanOrEqualTo(2 * (2000 + 1000));
    }
  }

  @Test
  void theKeySpaceIsExact() {
    Placement placement = build(List.of(new Member("a", 1), new Member("b", 2)));
    KeySpace space = placement.keySpace();
    assertThat(space).isNotNull();
    long[] starts = space.starts();
    for (int i = 0; i < starts.length; i++) {
      long first = starts[i] >>> 32;
      long last = ((i + 1 < starts.length ? starts[i + 1] : 0) - 1) >>> 32;
      assertThat(placement.pick(RoutingKey.ofHash(first), MemberFilter.ANY))
          .isEqualTo(space.owners()[i]);
      assertThat(placement.pick(RoutingKey.ofHash(last), MemberFilter.ANY))
          .isEqualTo(space.owners()[i]);
    }
    assertThat(placement.share(0) + placement.share(1)).isEqualTo(1);
  }

  @Test
  void idsAndWeightsHaveBounds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> build(numbered(new int[] {7, 7}, new int[] {1, 1})))
        .withMessage("two backends have the server id 7: HAProxy's ids are unique");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> build(numbered(new int[] {1}, new int[] {257})))
        .withMessage("the weight of 'm0' is 257: HAProxy's end at 256");
    List<Member> heavy = IntStream.range(0, 1025).mapToObj(i -> new Member("h" + i, 256)).toList();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> build(heavy))
        .withMessageContaining("4198400 points");
  }

  /** What a server's points are drawn from, seen from the first of them. */
  @Test
  void serverKeysFollowTheSetting() {
    int a = Integer.reverseBytes(0x7f000105);
    int mixedPort = HaproxyHashes.avalanche(7001);
    assertFirstPoint(keyedBy(HashKey.ADDR, "127.0.1.5:7001"), HaproxyHashes.avalanche(a));
    assertFirstPoint(keyedBy(HashKey.ADDR, "127.0.1.5"), HaproxyHashes.avalanche(a));
    assertFirstPoint(
        keyedBy(HashKey.ADDR_PORT, "127.0.1.5:7001"), HaproxyHashes.avalanche(mixedPort + a));
    byte[] v6 = new byte[16];
    v6[0] = 0x20;
    v6[1] = 1;
    v6[15] = 9;
    assertFirstPoint(keyedBy(HashKey.ADDR, "[2001::9]:7001"), XxHash32.hash(v6, 0, 16, 0));
    assertFirstPoint(keyedBy(HashKey.ADDR, "2001:0::0:9"), XxHash32.hash(v6, 0, 16, 0));
    assertFirstPoint(
        keyedBy(HashKey.ADDR_PORT, "[2001:0:0:0:0:0:0.0.0.9]:7001"),
        XxHash32.hash(v6, 0, 16, mixedPort));
    assertFirstPoint(keyedBy(HashKey.ADDR, "cache.example:80"), 4096);
    assertFirstPoint(keyedBy(HashKey.ADDR, "127.0.1.256:80"), 4096);
    assertFirstPoint(keyedBy(HashKey.ADDR, "[2001:::9]:80"), 4096);
    assertFirstPoint(
        keyedBy(HashKey.ID32, "258"), HaproxyHashes.avalanche(Integer.reverseBytes(258)));
    byte[] guid = "b:srv".getBytes(UTF_8);
    assertFirstPoint(keyedBy(HashKey.GUID, "b:srv"), XxHash32.hash(guid, 0, guid.length, 0));
    assertFirstPoint(keyedBy(HashKey.GUID, ""), 4096);
    assertFirstPoint(keyedBy(HashKey.ID, "4294967297"), 4096); // no id: it has over 31 bits
  }

  private static void assertFirstPoint(Placement placement, int serverKey) {
    long point = HaproxyHashes.avalanche(serverKey) & 0xffffffffL;
    KeySpace space = placement.keySpace();
    assertThat(space).isNotNull();
    assertThat(space.starts()).contains((point + 1) << 32);
  }
}

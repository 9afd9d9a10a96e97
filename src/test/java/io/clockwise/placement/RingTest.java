package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.dynatrace.hash4j.hashing.Hashing;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RingHash;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.hash.MurmurHash2;
import io.clockwise.placement.hash.XxHash64;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RingTest extends PlacementContract {

  @Override
  PlacementSettings settings() {
    return Ring.DEFAULT;
  }

  @Override
  double shareTolerance() {
    return 0.12; // 1000 points: a standard deviation of about 3.2 per cent
  }

  private static Placement ring(int pointsPerWeight, List<Member> members) {
    return Placements.build(new Ring(RingHash.XXH3, pointsPerWeight), members);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 2d06800538d394c2",
    "123456789, 72dcb18b67a17dff",
    "user:1001, 783864580ee66e90",
    "\u00e9, f7940a006cf10cb3"
  })
  void keysAreHashedByXxh3(String key, String hash) {
    assertThat(key(build(equalMembers(1)), key).hash()).isEqualTo(Long.parseUnsignedLong(hash, 16));
  }

  /** The rule again, as a sorted map: id#i for each i, the first point not below the key. */
  @ParameterizedTest
  @EnumSource(RingHash.class)
  void agreesWithASortedMapOfPoints(RingHash hash) {
    List<Member> members =
        List.of(new Member("a", 1), new Member("b", 3), new Member("c:80", 11), new Member("d", 2));
    Placement placement = Placements.build(new Ring(hash, 100), members);
    TreeMap<Long, Integer> points = new TreeMap<>(Long::compareUnsigned);
    for (int m = 0; m < members.size(); m++) {
      for (int i = 0; i < 100 * members.get(m).weight(); i++) {
        byte[] point = (members.get(m).id() + "#" + i).getBytes(UTF_8);
        points.putIfAbsent(independent(hash, point), m);
      }
    }
    List<Long> asked = new ArrayList<>(List.of(0L, 0xffffffffL));
    if (hash != RingHash.CRC32) {
      asked.addAll(List.of(-1L, Long.MIN_VALUE, Long.MAX_VALUE));
    }
    for (long point : points.keySet()) {
      asked.addAll(List.of(point - 1, point, point + 1));
    }
    for (long key : asked) {
      var entry = points.ceilingEntry(key);
      int expected = (entry == null ? points.firstEntry() : entry).getValue();
      assertThat(placement.pick(RoutingKey.ofHash(key), MemberFilter.ANY)).isEqualTo(expected);
    }
    byte[] text = "user:1001".getBytes(UTF_8);
    assertThat(placement.key(text).hash()).isEqualTo(independent(hash, text));
    double[] shares = {
      placement.share(0), placement.share(1), placement.share(2), placement.share(3)
    };
    assertThat(Arrays.stream(shares).sum()).isCloseTo(1, within(1e-12));
    if (hash != RingHash.FNV1A) { // whose points of one backend lie close together
      assertThat(shares[2]).isGreaterThan(shares[1]);
    }
  }

  /** Hashes by other code than the ring does, where there is any. */
  private static long independent(RingHash hash, byte[] bytes) {
    return switch (hash) {
      case XXH3 -> Hashing.xxh3_64().hashBytesToLong(bytes);
      case XXH64 -> XxHash64.hash(bytes, 0, bytes.length);
      case MURMUR -> MurmurHash2.hash(bytes, 0, bytes.length);
      case FNV1A -> {
        BigInteger sum = new BigInteger("14695981039346656037");
        for (byte b : bytes) {
          sum = sum.xor(BigInteger.valueOf(b & 0xff)).multiply(new BigInteger("1099511628211"));
        }
        yield sum.longValue();
      }
      case MD5 -> {
        try {
          byte[] digest = MessageDigest.getInstance("MD5").digest(bytes);
          yield ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getLong();
        } catch (NoSuchAlgorithmException e) {
          throw new IllegalStateException(e);
        }
      }
      case CRC32 -> {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        yield sum.getValue();
      }
    };
  }

  @Test
  void sharesAreTheLengthsOfTheArcs() {
    Placement placement = ring(1, List.of(new Member("a", 1), new Member("b", 1)));
    double a = unsigned(Hashing.xxh3_64().hashBytesToLong("a#0".getBytes(UTF_8)));
    double b = unsigned(Hashing.xxh3_64().hashBytesToLong("b#0".getBytes(UTF_8)));
    double arcOfA = a > b ? a - b : 1 - (b - a);
    assertThat(placement.share(0)).isCloseTo(arcOfA, within(1e-15));
    assertThat(placement.share(1)).isCloseTo(1 - arcOfA, within(1e-15));
  }

  private static double unsigned(long value) {
    return Long.parseUnsignedLong(Long.toHexString(value >>> 1), 16) * 0x1p-63;
  }

  /* Frozen: another value means that instances of two versions disagree on the same pool. */
  @Test
  void theDigestIsFrozen() {
    assertThat(hex(ring(1000, List.of()))).isEqualTo("3ebf776d2a5e743b");
    assertThat(hex(ring(1000, equalMembers(3)))).isEqualTo("14c08ff9cf1821f7");
    assertThat(hex(ring(160, List.of(new Member("\u00e9", 65_535 / 4), new Member("b", 1)))))
        .isEqualTo("abec761ea4855a9c");
  }

  @Test
  void theDigestIsTheHashOfTheDocumentedBytes() {
    String text =
        "a\0\u0001\0\0\0" + "b\0\u002c\u0001\0\0" + "ring\nhash=xxh3\npointsPerWeight=9\n";
    long expected = Hashing.xxh3_64().hashBytesToLong(text.getBytes(UTF_8));
    List<Member> members = List.of(new Member("b", 300), new Member("a", 1));
    assertThat(ring(9, members).digest()).isEqualTo(expected);
  }

  /* Frozen: another value means that an upgrade moves keys. */
  @Test
  void ownersAreFrozen() {
    Placement placement = build(equalMembers(10));
    List<String> owners =
        IntStream.range(0, 16)
            .mapToObj(i -> placement.pick(key(placement, "user:" + i), MemberFilter.ANY))
            .map(member -> placement.members().get(member).id().substring("backend-".length()))
            .toList();
    assertThat(String.join("", owners)).isEqualTo("3830517385004100");
  }

  private static String hex(Placement placement) {
    return String.format("%016x", placement.digest());
  }

  @Test
  void tooManyPointsAreRefusedWithTheNumberThatWouldDo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(1000, List.of(new Member("a", 4195))))
        .withMessage(
            "the ring would have 4195000 points (weights of 4195 in all, pointsPerWeight 1000),"
                + " more than 4194304: lower pointsPerWeight to 999 or less, or divide the weights");
    List<Member> heavy = IntStream.range(0, 65).mapToObj(i -> new Member("h" + i, 65_535)).toList();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(1, heavy))
        .withMessageEndingWith("divide the weights by a common number");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(Ring.MAX_POINTS, equalMembers(2)))
        .withMessageContaining("lower pointsPerWeight to 2097152");
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "4194305", "2147483647"})
  void pointsPerWeightHasBounds(int pointsPerWeight) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(pointsPerWeight, equalMembers(1)))
        .withMessage("pointsPerWeight " + pointsPerWeight + " is not between 1 and 4194304");
  }

  @Test
  void tooManyMembersAreRefused() {
    List<Member> many =
        IntStream.rangeClosed(0, Placements.MAX_MEMBERS)
            .mapToObj(i -> new Member("m" + i, 1))
            .toList();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(1, many))
        .withMessageContaining("65536 backends")
        .withMessageContaining("split the pool");
  }

  @Test
  void theMostPointsAndTheMostMembersWork() {
    Placement one = ring(64, List.of(new Member("heavy", 65_535), new Member("light", 1)));
    assertThat(one.share(0)).isGreaterThan(0.9999);
    assertThat(one.share(0) + one.share(1)).isCloseTo(1, within(1e-12));
    assertThat(one.pick(RoutingKey.ofHash(1), member -> member == 1)).isEqualTo(1);
    assertThat(one.sizeInBytes()).isBetween(40_000_000L, 80_000_000L);
    List<Member> many =
        IntStream.range(0, Placements.MAX_MEMBERS).mapToObj(i -> new Member("m" + i, 1)).toList();
    Placement wide = ring(1, many);
    int last = Placements.MAX_MEMBERS - 1;
    assertThat(wide.pick(RoutingKey.ofHash(99), member -> member == last)).isEqualTo(last);
  }

  @Test
  void aThousandBackendsAreBuiltFast() {
    List<Member> members = equalMembers(1000);
    build(members);
    long start = System.nanoTime();
    Placement placement = build(members);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    assertThat(placement.members()).hasSize(1000);
  }
}

package io.clockwise.placement.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import io.clockwise.testkit.Allocation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashVectorsTest {
  private static final long MASK_32 = 0xffffffffL;

  private static final Map<String, ByteHash> HASHES =
      Map.ofEntries(
          Map.entry("fnv1a32", Fnv1a::hash32),
          Map.entry("fnv1a64", Fnv1a::hash64),
          Map.entry("crc32", Crc32::hash),
          Map.entry("crc16", Crc16::hash),
          Map.entry("md5 word 0", (bytes, at, length) -> Md5.first8(bytes, at, length) & MASK_32),
          Map.entry("xxh64", XxHash64::hash),
          Map.entry("xxh64 seed 1", (bytes, at, length) -> XxHash64.hash(bytes, at, length, 1)),
          Map.entry("xxh64 joined", HashVectorsTest::joinedAtTheMiddle),
          Map.entry("xxh3", Hashing.xxh3_64()::hashBytesToLong),
          Map.entry("murmur", MurmurHash2::hash),
          Map.entry("vertx", VertxHash::hash));

  private static long joinedAtTheMiddle(byte[] bytes, int offset, int length) {
    byte[] head = Arrays.copyOfRange(bytes, offset, offset + length / 2);
    return XxHash64Joined.hash(head, bytes, offset + length / 2, length - length / 2);
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(20_260_101).nextBytes(bytes);
    return bytes;
  }

  /** Check values; the last text is the bytes c3 a9. */
  @ParameterizedTest
  @CsvSource({
    "fnv1a32, 811c9dc5, bb86b11c, 4f7c1bf6, 1e9de8c1",
    "fnv1a64, cbf29ce484222325, 06d5573923c6cdfc, 49b8f2bfae7b40d6, 0ac21707b7181e01",
    "crc32, 00000000, cbf43926, e8732775, 0e048d3e",
    "crc16, 0000, 31c3, 5650, 67c4",
    "md5 word 0, d98c1dd4, 94e7f925, e4d46b12, 97cddd66",
    "xxh64, ef46db3751d8e999, 8cb841db40e6ae83, 85caa85ae91fa802, 17d757dfb8b46f78",
    "xxh64 seed 1, d5afba1336a3be4b, 1a4cc2c9e8079790, 3bdef87e27a226a5, 9c5d008d12e59fd5",
    "xxh64 joined, ef46db3751d8e999, 8cb841db40e6ae83, 85caa85ae91fa802, 17d757dfb8b46f78",
    "xxh3, 2d06800538d394c2, 72dcb18b67a17dff, 783864580ee66e90, f7940a006cf10cb3",
    "murmur, 553e93901e462a6e, aaeb28d3d5f165c0, 3f86ee9d1bc75c3c, db283f24e33bc775",
    "vertx, fffffffffffff07a, ffffff8b29590833, ffffffffffffc84f, ffffffffffffffdd"
  })
  void hashesAsPublished(String name, String empty, String digits, String user, String accent) {
    Map<String, String> expected =
        new TreeMap<>(Map.of("", empty, "123456789", digits, "user:1001", user, "\u00e9", accent));
    expected.forEach((text, hash) -> assertHash(name, text, Long.parseUnsignedLong(hash, 16)));
  }

  private static void assertHash(String name, String text, long expected) {
    ByteHash hash = Objects.requireNonNull(HASHES.get(name));
    byte[] bytes = text.getBytes(UTF_8);
    assertThat(hash.hash(bytes, 0, bytes.length)).as(text).isEqualTo(expected);
    byte[] padded = ("ab" + text + "xyz").getBytes(UTF_8);
    assertThat(hash.hash(padded, 2, bytes.length)).as("inside").isEqualTo(expected);
  }

  @Test
  void md5IsTheOneOfTheJdk() throws NoSuchAlgorithmException {
    byte[] bytes = randomBytes(210);
    MessageDigest jdk = MessageDigest.getInstance("MD5");
    for (int length = 0; length <= 200; length++) {
      jdk.update(bytes, 3, length);
      ByteBuffer digest = ByteBuffer.wrap(jdk.digest()).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(Md5.first8(bytes, 3, length)).isEqualTo(digest.getLong(0));
      assertThat(Md5.folded8(bytes, 3, length)).isEqualTo(digest.getLong(0) ^ digest.getLong(8));
    }
  }

  @Test
  void crc32IsTheOneOfTheJdkAndCanBeContinued() {
    byte[] bytes = randomBytes(100);
    for (int length = 0; length <= 90; length++) {
      for (int offset = 0; offset <= 9; offset += 3) {
        CRC32 jdk = new CRC32();
        jdk.update(bytes, offset, length);
        assertThat(Crc32.hash(bytes, offset, length)).isEqualTo(jdk.getValue());
        int half = Crc32.resume(0, bytes, offset, length / 2);
        int whole = Crc32.resume(half, bytes, offset + length / 2, length - length / 2);
        assertThat(whole).isEqualTo((int) jdk.getValue());
      }
    }
  }

  @Test
  void fnvCanBeContinued() {
    byte[] bytes = randomBytes(20);
    int begun32 = (int) Fnv1a.hash32(bytes, 0, 7);
    assertThat(Fnv1a.continue32(begun32, bytes, 7, 13) & MASK_32)
        .isEqualTo(Fnv1a.hash32(bytes, 0, 20));
    assertThat(Fnv1a.continue64(Fnv1a.hash64(bytes, 0, 7), bytes, 7, 13))
        .isEqualTo(Fnv1a.hash64(bytes, 0, 20));
  }

  @Test
  void xxHash64OfTwoRangesIsThatOfTheWhole() {
    byte[] bytes = randomBytes(120);
    for (int length = 0; length <= 110; length++) {
      long whole = XxHash64.hash(bytes, 5, length);
      for (int cut = 0; cut <= length; cut++) {
        byte[] head = Arrays.copyOfRange(bytes, 5, 5 + cut);
        assertThat(XxHash64Joined.hash(head, bytes, 5 + cut, length - cut)).isEqualTo(whole);
      }
    }
  }

  @Test
  void aHashAllocatesNothing() {
    byte[] bytes = randomBytes(100);
    byte[] head = randomBytes(13);
    Allocation.assertNone(
        i -> {
          bytes[0] = (byte) i;
          long sum = Crc16.hash(bytes, 0, 100) + VertxHash.hash(bytes, 0, 100);
          return (int) (sum + XxHash64Joined.hash(head, bytes, 1, 99));
        });
  }

  @Test
  void positionsOfTheVertxHashHaveItsOrderAndAreSpreadEvenly() {
    int n = 20_000;
    long[] hashes = new long[n];
    for (int i = 0; i < n; i++) {
      byte[] key = ("key-" + i).getBytes(UTF_8);
      hashes[i] = VertxHash.hash(key, 0, key.length);
    }
    Arrays.sort(hashes);
    int below = 0;
    for (int i = 0; i < n; i++) {
      long position = VertxHash.position(hashes[i]);
      if (i > 0) {
        int order = Long.compareUnsigned(VertxHash.position(hashes[i - 1]), position);
        assertThat(order).isEqualTo(Long.compare(hashes[i - 1], hashes[i]));
      }
      below += position >= 0 ? 1 : 0; // in the lower half
    }
    assertThat(below / (double) n).isBetween(0.49, 0.51);
  }

  @ParameterizedTest
  @CsvSource({
    "8000000000000000, 0000000000000000",
    "8000000000000001, 0000000000000001",
    "ff7f7f7f7f7f7f7f, 00ffffffffffffff",
    "ff80000000000000, 01000000000000ff",
    "ffffffffffffff80, 7fffffffffffffff",
    "ffffffffffffffff, feffffffffffffff",
    "0000000000000000, ff00000000000000",
    "0000000000000100, ff00000000000080",
    "7f7f7f7f7f7f7f7f, ffffffffffffffff"
  })
  void positionsOfTheVertxHashBeginAtZeroAndEndAtTheLast(String hash, String position) {
    assertThat(VertxHash.position(Long.parseUnsignedLong(hash, 16)))
        .isEqualTo(Long.parseUnsignedLong(position, 16));
  }
}

package io.clockwise.placement.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hash functions of other products: published or observed values of each. */
class CompatHashTest {
  private static final Map<String, ByteHash> HASHES =
      Map.ofEntries(
          Map.entry("sdbm", HaproxyHashes::sdbm),
          Map.entry("djb2", HaproxyHashes::djb2),
          Map.entry("wt6", HaproxyHashes::wt6),
          Map.entry("xxHash32", XxHash32::hash),
          Map.entry("fnv1a_64", TwemproxyHashes::fnv1a64),
          Map.entry("fnv1_64", TwemproxyHashes::fnv164),
          Map.entry("fnv1a_32", TwemproxyHashes::fnv1a32),
          Map.entry("fnv1_32", TwemproxyHashes::fnv132),
          Map.entry("oaat", TwemproxyHashes::oneAtATime),
          Map.entry("murmur", TwemproxyHashes::murmur),
          Map.entry("crc16", TwemproxyHashes::crc16),
          Map.entry("crc32", TwemproxyHashes::crc32));

  private static long hash(String name, byte[] bytes) {
    return HASHES.get(name).hash(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @CsvSource({
    "sdbm, 00000000, 68a07035, 7d98852f, 00c330a6",
    "djb2, 00001505, 35cdbb82, bd6a1f60, 00598411",
    "wt6, f99a0360, 84a16c1d, f045302b, dbb9e1f5",
    "xxHash32, 02cc5d05, 937bad67, b2c34956, 33a52927",
    "fnv1a_64, 84222325, 23c6cdfc, ae7b40d6, b4cc3001",
    "fnv1_64, 84222325, 2bf916d6, d39e3d20, b4eb783d",
    "fnv1a_32, 811c9dc5, bb86b11c, 4f7c1bf6, 3cfa68c1",
    "fnv1_32, 811c9dc5, 24148816, a6affca0, 16769ffd",
    "oaat, 00000000, c66b58c5, a3ac13e0, 019148ae",
    "murmur, 00000000, b7760690, 4ca47a0b, 7ddc1147",
    "crc16, 00000000, 869031c3, e1645650, 00e967c4",
    "crc32, 00000000, 00004bf4, 00006873, 00000e04"
  })
  void hashesAreTheObservedOnes(String name, String none, String digits, String user, String e) {
    assertThat(hex(hash(name, new byte[0]))).isEqualTo(none);
    assertThat(hex(hash(name, "123456789".getBytes(UTF_8)))).isEqualTo(digits);
    assertThat(hex(hash(name, "user:1001".getBytes(UTF_8)))).isEqualTo(user);
    assertThat(hex(hash(name, new byte[] {(byte) 0xc3, (byte) 0xa9}))).isEqualTo(e);
  }

  private static String hex(long hash) {
    return String.format("%08x", hash);
  }

  @Test
  void onlyTheGivenRangeCounts() {
    byte[] bytes = new byte[60];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 37 + 200);
    }
    HASHES.forEach(
        (name, hash) -> {
          for (int length = 0; length <= 50; length++) {
            byte[] alone = Arrays.copyOfRange(bytes, 5, 5 + length);
            assertThat(hash.hash(bytes, 5, length)).as(name).isEqualTo(hash(name, alone));
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"0, ab4ed927", "1, 348681b6", "4096, 49c2008b", "4294967295, 7e64c182"})
  void theAvalancheIsTheObservedOne(long word, String expected) {
    assertThat(hex(HaproxyHashes.avalanche((int) word) & 0xffffffffL)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "0, 0",
    "1, 1",
    "-1, 4294967295",
    "+17, 17",
    "4294967295, 4294967295",
    "4294967296, 0",
    "12abc, 12",
    "abc12, 0",
    "-, 0",
    "+-3, 0",
    "' 7', 0"
  })
  void aNumberIsReadAsText(String text, long expected) {
    byte[] bytes = text.getBytes(UTF_8);
    assertThat(HaproxyHashes.decimal(bytes, 0, bytes.length)).isEqualTo(expected);
  }

  /* The values of the reference implementation's own self-test. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 02cc5d05", "0, 9e3779b1, 36b78ae7", "1, 0, cf65b03e", "1, 9e3779b1, b4545aa4",
    "14, 0, 1208e7e2", "14, 9e3779b1, 6af1d1fe", "222, 0, 5bd11dbd", "222, 9e3779b1, 58803c5f"
  })
  void xxHash32HasSeeds(int length, String seed, String expected) {
    byte[] bytes = new byte[length];
    long generator = 2_654_435_761L;
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (generator >>> 56);
      generator *= 0x9e3779b185ebca8dL;
    }
    int hash = XxHash32.hash(bytes, 0, length, (int) Long.parseLong(seed, 16));
    assertThat(hex(hash & 0xffffffffL)).isEqualTo(expected);
  }
}

package io.clockwise.placement;

import com.dynatrace.hash4j.hashing.Hashing;
import io.clockwise.model.Member;
import io.clockwise.model.PlacementSettings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * Fingerprints of placements: XXH3-64, seed 0, over these bytes.
 *
 * <ol>
 *   <li>For each member, ascending by the unsigned UTF-8 bytes of its id: the id in UTF-8, a zero
 *       byte, the weight as four bytes, least significant first.
 *   <li>The algorithm's name in ASCII and a line feed.
 *   <li>For each setting, ascending by name: the name, {@code =}, the value as in the
 *       configuration, a line feed. For {@code ring}: {@code hash=xxh3\npointsPerWeight=1000\n}.
 * </ol>
 */
final class Digests {
  private Digests() {}

  /** Returns the fingerprint of a ring over members that are sorted by id. */
  static long ofRing(PlacementSettings.Ring ring, List<Member> sorted) {
    return of(
        sorted,
        ring.algorithm(),
        List.of(
            "hash=" + ring.hash().name().toLowerCase(Locale.ROOT),
            "pointsPerWeight=" + ring.pointsPerWeight()));
  }

  private static long of(List<Member> sorted, String algorithm, List<String> settings) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(32 * (sorted.size() + 2));
    for (Member member : sorted) {
      bytes.writeBytes(member.id().getBytes(StandardCharsets.UTF_8));
      bytes.write(0);
      for (int shift = 0; shift < 32; shift += 8) {
        bytes.write(member.weight() >>> shift);
      }
    }
    writeLine(bytes, algorithm);
    settings.forEach(setting -> writeLine(bytes, setting));
    return Hashing.xxh3_64().hashBytesToLong(bytes.toByteArray());
  }

  private static void writeLine(ByteArrayOutputStream bytes, String line) {
    bytes.writeBytes(line.getBytes(StandardCharsets.UTF_8));
    bytes.write('\n');
  }
}

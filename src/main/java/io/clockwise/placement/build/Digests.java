package io.clockwise.placement.build;

import com.dynatrace.hash4j.hashing.Hashing;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;

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
 *
 * <p>Where the order and the names of members count: the members in their order, each followed by
 * its name in UTF-8, a zero byte, and 1 if it is left out as closed, else 0.
 */
final class Digests {
  private Digests() {}

  /** Returns the fingerprint over members that are sorted by id. */
  static long of(PlacementSettings settings, List<Member> sorted) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(32 * (sorted.size() + 2));
    for (Member member : sorted) {
      writeMember(bytes, member);
    }
    return of(bytes, settings);
  }

  /** Returns the fingerprint over members as they are listed. */
  static long ofListed(PlacementSettings settings, List<Member> listed, BitSet closed) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 * (listed.size() + 2));
    for (int i = 0; i < listed.size(); i++) {
      writeMember(bytes, listed.get(i));
      bytes.writeBytes(listed.get(i).name().getBytes(StandardCharsets.UTF_8));
      bytes.write(0);
      bytes.write(closed.get(i) ? 1 : 0);
    }
    return of(bytes, settings);
  }

  private static void writeMember(ByteArrayOutputStream bytes, Member member) {
    bytes.writeBytes(member.id().getBytes(StandardCharsets.UTF_8));
    bytes.write(0);
    for (int shift = 0; shift < 32; shift += 8) {
      bytes.write(member.weight() >>> shift);
    }
  }

  private static long of(ByteArrayOutputStream bytes, PlacementSettings settings) {
    writeLine(bytes, settings.algorithm());
    settings.parameters().forEach((name, value) -> writeLine(bytes, name + "=" + value));
    return Hashing.xxh3_64().hashBytesToLong(bytes.toByteArray());
  }

  private static void writeLine(ByteArrayOutputStream bytes, String line) {
    bytes.writeBytes(line.getBytes(StandardCharsets.UTF_8));
    bytes.write('\n');
  }
}

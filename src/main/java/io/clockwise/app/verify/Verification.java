package io.clockwise.app.verify;

import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.compat.RedisClusterSlots;
import io.clockwise.placement.own.JumpPlacement;
import io.vertx.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * How many picks of a vector file our placement gives too.
 *
 * @param total how many picks the file has
 * @param mismatches the picks that differ in the order of the file, before them the digest if that
 *     differs
 */
public record Verification(int total, List<Mismatch> mismatches) {
  private static final String DIGEST = "digest";

  /** Copies the list. */
  public Verification {
    mismatches = List.copyOf(mismatches);
  }

  /**
   * A difference.
   *
   * @param what the place in the file; of a pick also its key
   * @param expected what the file says
   * @param got what the placement says
   */
  public record Mismatch(String what, String expected, String got) {}

  /**
   * Builds what the file describes and asks it for every key.
   *
   * @throws VectorFault when it cannot be built
   */
  public static Verification of(VectorFile file) throws VectorFault {
    List<Mismatch> mismatches = new ArrayList<>();
    Picker picker = picker(file.subject(), mismatches);
    for (int i = 0; i < file.picks().size(); i++) {
      VectorFile.Pick pick = file.picks().get(i);
      List<String> got = picker.nodes(pick.key());
      if (!got.equals(pick.nodes())) {
        mismatches.add(
            new Mismatch(
                "picks[" + i + "] " + Json.encode(pick.key()), shown(pick.nodes()), shown(got)));
      }
    }
    return new Verification(file.picks().size(), mismatches);
  }

  /** Returns how many picks are the same. */
  public int matched() {
    return total
        - (int) mismatches.stream().filter(mismatch -> !mismatch.what().equals(DIGEST)).count();
  }

  /** Tells whether there is no difference. */
  public boolean passed() {
    return mismatches.isEmpty();
  }

  private static Picker picker(Subject subject, List<Mismatch> mismatches) throws VectorFault {
    if (subject instanceof Subject.Placed placed) {
      Placement placement = build(placed);
      compareDigest(placed, placement, mismatches);
      return Picker.of(placement, placed);
    }
    if (subject instanceof Subject.AnchorBuckets anchor) {
      return Picker.of(anchor);
    }
    if (subject instanceof Subject.JumpBuckets jump) {
      return key -> bucket(JumpPlacement.bucket(Long.parseUnsignedLong(key), jump.count()));
    }
    return key -> {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      return bucket(RedisClusterSlots.slot(bytes, 0, bytes.length));
    };
  }

  private static List<String> bucket(long number) {
    return List.of(Long.toString(number));
  }

  private static void compareDigest(
      Subject.Placed placed, Placement placement, List<Mismatch> mismatches) {
    String digest = String.format("%016x", placement.digest());
    placed
        .digest()
        .filter(expected -> !expected.equals(digest))
        .ifPresent(expected -> mismatches.add(new Mismatch(DIGEST, expected, digest)));
  }

  private static Placement build(Subject.Placed placed) throws VectorFault {
    Topology topology = placed.topology();
    try {
      return Placements.build(placed.settings(), topology.members(), topology.closed(), null);
    } catch (IllegalArgumentException e) {
      throw new VectorFault("config: cannot be placed: " + e.getMessage());
    }
  }

  private static String shown(List<String> nodes) {
    return switch (nodes.size()) {
      case 0 -> "nobody";
      case 1 -> Json.encode(nodes.get(0));
      default -> Json.encode(nodes);
    };
  }
}

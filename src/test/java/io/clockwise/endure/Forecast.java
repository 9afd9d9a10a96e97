package io.clockwise.endure;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.read.ConfigReader;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Set;

/** Who owns which key by a document alone. */
final class Forecast {
  private Forecast() {}

  /** Reads a document that must be a good one. */
  static ClockwiseConfig config(String text) {
    ConfigDocument document =
        new ConfigDocument("endure", Path.of("."), text.getBytes(StandardCharsets.UTF_8));
    ConfigResult result = ConfigReader.read(document, name -> null, "here");
    if (result instanceof ConfigResult.Valid valid) {
      return valid.config();
    }
    throw new IllegalArgumentException(result.toString());
  }

  /** Returns the placement of a pool, all of whose backends are open. */
  static Placement placement(PoolConfig pool) {
    return Placements.build(pool.placement(), pool.members(), Set.of(), null);
  }

  /** Returns the id of a key's owner. */
  static String owner(Placement placement, String key) {
    int member =
        placement.pick(placement.key(key.getBytes(StandardCharsets.US_ASCII)), MemberFilter.ANY);
    return placement.members().get(member).id();
  }

  /** Returns the fingerprint of a placement as the API writes it. */
  static String digest(Placement placement) {
    return HexFormat.of().toHexDigits(placement.digest());
  }
}

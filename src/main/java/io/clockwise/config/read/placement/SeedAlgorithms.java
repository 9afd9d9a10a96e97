package io.clockwise.config.read.placement;

import io.clockwise.config.read.node.Fields;
import io.clockwise.model.placement.SeedSettings;
import io.clockwise.model.placement.SeedSettings.CRing;
import io.clockwise.model.placement.SeedSettings.RustRing;
import java.util.Map;

/** The parameters of the rings of the two tutorials. */
final class SeedAlgorithms {
  private static final String VIRTUAL_NODES = "virtualNodes";

  private SeedAlgorithms() {}

  static void addTo(Map<String, Algorithm> all) {
    all.put(CRing.DEFAULT.algorithm(), (fields, placement) -> cRing(fields));
    all.put(RustRing.DEFAULT.algorithm(), (fields, placement) -> rustRing(fields));
  }

  private static CRing cRing(Fields fields) {
    CRing normal = CRing.DEFAULT;
    int most = SeedSettings.MAX_POINTS;
    int virtualNodes = fields.integer(VIRTUAL_NODES, 1, most, normal.virtualNodes());
    return new CRing(virtualNodes, fields.integer("capacity", 0, most, normal.capacity()));
  }

  private static RustRing rustRing(Fields fields) {
    int most = SeedSettings.MAX_POINTS;
    return new RustRing(fields.integer(VIRTUAL_NODES, 0, most, RustRing.DEFAULT.virtualNodes()));
  }
}

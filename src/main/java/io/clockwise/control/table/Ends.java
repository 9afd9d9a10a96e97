package io.clockwise.control.table;

import io.clockwise.placement.measure.PlacementView;
import io.clockwise.placement.staged.StagedPlacement;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.balance.Staging;

/** Pools as they are when all that is on its way has come. */
final class Ends {
  private Ends() {}

  /** Returns the placement that a pool is on its way to, with the members that are open then. */
  static PlacementView view(PoolSnapshot pool) {
    return new PlacementView(
        StagedPlacement.target(pool.placement()),
        member -> {
          int backend = pool.indexOfMember(member); // its own members come first
          return isOpen(pool, backend);
        });
  }

  /** Tells whether a backend is open then. */
  static boolean isOpen(PoolSnapshot pool, int backend) {
    Staging staging = pool.staging();
    return pool.isOpen(backend)
        && (staging == null || !staging.isLeaving(pool.backend(backend).id()));
  }
}

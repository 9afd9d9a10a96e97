package io.clockwise.route.explain;

import io.clockwise.model.AdminState;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.OffOwner;
import io.clockwise.route.PoolSnapshot;
import org.jspecify.annotations.Nullable;

/** Why a request does not go to the owner of its key. */
public final class Detour {
  private Detour() {}

  /**
   * Returns why a backend is not the owner; null: it is, or nobody is.
   *
   * @param backend dense index, or -1
   * @param owner dense index, or -1
   */
  public static @Nullable OffOwner of(
      @Nullable PoolSnapshot pool, int backend, int owner, ChosenBy chosenBy) {
    if (pool == null || owner < 0 || backend < 0 || backend == owner) {
      return null;
    }
    boolean pinned = chosenBy.isSticky() || chosenBy == ChosenBy.OVERRIDE;
    return pinned ? OffOwner.PIN : whyClosed(pool, owner);
  }

  /** Returns why a backend that is not open is not. */
  public static OffOwner whyClosed(PoolSnapshot pool, int index) {
    return pool.backend(index).adminState() == AdminState.READY ? OffOwner.DOWN : OffOwner.DRAIN;
  }
}

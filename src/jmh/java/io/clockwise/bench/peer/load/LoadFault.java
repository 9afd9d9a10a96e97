package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.LoadCount;
import java.io.IOException;
import java.util.List;

/** An answer under load was not as it must be: figures of such a run mean nothing. */
public final class LoadFault extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean silent;

  /** Makes one that says what happened. */
  public LoadFault(List<String> faults) {
    super(String.join("; ", faults));
    this.silent = faults.equals(List.of(LoadCount.SILENCE));
  }

  /** Tells whether nothing was wrong but that nothing was answered in the time. */
  public boolean isSilent() {
    return silent;
  }
}

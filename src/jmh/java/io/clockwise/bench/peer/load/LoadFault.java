package io.clockwise.bench.peer.load;

import java.io.IOException;
import java.util.List;

/** An answer under load was not as it must be: figures of such a run mean nothing. */
public final class LoadFault extends IOException {
  private static final long serialVersionUID = 1;

  /** Makes one that says what happened. */
  public LoadFault(List<String> faults) {
    super(String.join("; ", faults));
  }
}

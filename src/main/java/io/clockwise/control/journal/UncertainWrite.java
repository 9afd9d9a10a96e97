package io.clockwise.control.journal;

import java.io.IOException;

/** A write that failed, of which a reader may find the whole nevertheless. */
final class UncertainWrite extends IOException {
  private static final long serialVersionUID = 1;

  /** Wraps the failure. */
  UncertainWrite(IOException cause) {
    super(Disk.words(cause), cause);
  }
}

package io.clockwise.control.journal;

import org.jspecify.annotations.Nullable;

/**
 * How a journal is.
 *
 * @param fault what is wrong, for people; null: nothing
 * @param bytes of its file
 * @param records in its file behind the snapshot
 */
public record JournalStatus(@Nullable String fault, long bytes, int records) {
  /** Tells whether nothing is wrong. */
  public boolean ok() {
    return fault == null;
  }
}

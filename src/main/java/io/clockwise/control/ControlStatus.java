package io.clockwise.control;

import io.clockwise.event.ReloadOutcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the control plane does, for metrics and people. Immutable.
 *
 * @param lastReload what became of reading the document for the last time; at first, of the start
 * @param lastSuccess when a document was last read and found good
 * @param fileFingerprint SHA-256 of the document in use, hexadecimal
 * @param lastBuild how long building the last table took
 * @param overlaySize how many backends differ from the document by changes of the API
 * @param journalFault why accepted changes are not kept; null: they are
 */
public record ControlStatus(
    Reload lastReload,
    Instant lastSuccess,
    String fileFingerprint,
    Duration lastBuild,
    int overlaySize,
    @Nullable String journalFault) {

  /**
   * One reading of the document.
   *
   * @param outcome what became of it
   * @param actor who asked; {@code file}: the watch
   * @param time when
   */
  public record Reload(ReloadOutcome outcome, String actor, Instant time) {
    /** Tells whether the document was good. */
    public boolean good() {
      return outcome instanceof ReloadOutcome.Applied;
    }
  }

  /** Returns the same with why accepted changes are not kept. */
  public ControlStatus withJournalFault(String fault) {
    return new ControlStatus(
        lastReload, lastSuccess, fileFingerprint, lastBuild, overlaySize, fault);
  }
}

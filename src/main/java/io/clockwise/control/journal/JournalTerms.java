package io.clockwise.control.journal;

import java.time.Duration;

/**
 * How much a journal holds and how long it takes.
 *
 * @param keep how many records of Clockwise itself are held, and how many others
 * @param records behind the snapshot, at which a new one is made
 * @param bytes behind the snapshot, at which a new one is made; at least as many as it has itself
 * @param patience how long an answer may take; a disk can hang
 */
record JournalTerms(int keep, int records, long bytes, Duration patience) {
  static final JournalTerms DEFAULT = new JournalTerms(100, 1000, 1L << 20, Duration.ofSeconds(10));
}

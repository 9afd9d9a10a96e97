package io.clockwise.control.journal;

import org.jspecify.annotations.Nullable;

/** What became of opening a journal. */
public sealed interface JournalOpening {

  /**
   * It is open.
   *
   * @param journal to be closed in the end
   * @param fault what was found damaged, and where it is kept now; the journal begins without
   *     members then, behind the newest revision that could be read; or what an earlier start has
   *     kept aside, of which nobody has taken note yet; null: neither
   */
  record Opened(Journal journal, @Nullable String fault) implements JournalOpening {}

  /**
   * It is not, and nothing was changed: the directory cannot be used, another process has it, or a
   * newer version wrote it.
   *
   * @param reason for people: where, why, what to do
   * @param locked whether another process has it, perhaps not for long
   */
  record Unusable(String reason, boolean locked) implements JournalOpening {
    /** It cannot be used, however long one waits. */
    public Unusable(String reason) {
      this(reason, false);
    }
  }
}

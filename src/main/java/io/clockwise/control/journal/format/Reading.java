package io.clockwise.control.journal.format;

/** What became of reading a text. */
public sealed interface Reading<T> {

  /** It was understood. */
  record Read<T>(T value) implements Reading<T> {}

  /**
   * It is well formed, but of a format, or with a word, that this version does not know: written by
   * a newer one, and not to be guessed at.
   *
   * @param reason names what is not known, such as {@code too new: format 2}
   */
  record Foreign<T>(String reason) implements Reading<T> {}

  /**
   * It is not what anybody wrote.
   *
   * @param reason for people
   */
  record Damaged<T>(String reason) implements Reading<T> {}
}

package io.clockwise.control.journal.format;

/** Why a text is not what it should be; ends as a {@link Reading}. */
final class Misread extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean foreign;

  private Misread(boolean foreign, String message) {
    super(message, null, false, false);
    this.foreign = foreign;
  }

  /** It says something that this version does not know. */
  static Misread foreign(String what) {
    return new Misread(true, "too new: " + what);
  }

  /** It says nothing that any version could have written. */
  static Misread damaged(String what) {
    return new Misread(false, what);
  }

  <T> Reading<T> reading() {
    String reason = String.valueOf(getMessage());
    return foreign ? new Reading.Foreign<>(reason) : new Reading.Damaged<>(reason);
  }
}

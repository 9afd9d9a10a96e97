package io.clockwise.admin;

/** Why the admin API cannot start; its message is one line for people. */
public final class AdminStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AdminStartException(String message) {
    super(message, null, false, false);
  }
}

package io.clockwise.app.cli.remote;

import io.clockwise.app.cli.settings.ApiEndpoint;

/** A call that an endpoint did not answer; stackless. */
final class NoAnswer extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean unsent;

  /**
   * Makes one.
   *
   * @param why in words for people
   * @param unsent whether the endpoint has surely not seen the call
   */
  NoAnswer(ApiEndpoint endpoint, String why, boolean unsent) {
    super(endpoint + ": " + why, null, false, false);
    this.unsent = unsent;
  }

  /** Tells whether the endpoint has surely not seen the call. */
  boolean isUnsent() {
    return unsent;
  }

  /** Returns which endpoint did not answer, and why. */
  String text() {
    return String.valueOf(getMessage());
  }
}

package io.clockwise.proxy.front;

import io.clockwise.config.SocketBind;
import java.net.UnknownHostException;
import java.util.Locale;

/** A listener that could not be bound; its message is one line for the operator. */
public final class BindFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private BindFailure(String message, Throwable cause) {
    super(message, cause, false, false);
  }

  /** Says what is wrong with a bind and what to do. */
  static BindFailure of(SocketBind bind, Throwable cause) {
    String text = String.valueOf(cause.getMessage());
    String lower = text.toLowerCase(Locale.ROOT);
    String why;
    if (lower.contains("address already in use")) {
      why = "address already in use; stop the program that holds it, or change the bind";
    } else if (lower.contains("permission denied")) {
      why = "permission denied; ports below 1024 need a privilege, or choose a higher one";
    } else if (lower.contains("cannot assign requested address")
        || cause instanceof UnknownHostException) {
      why = "this machine does not have that address; bind to one it has, or to 0.0.0.0";
    } else {
      why = text;
    }
    return new BindFailure("listeners: cannot listen on " + bind + ": " + why, cause);
  }
}

package io.clockwise.proxy.front.tls;

import java.nio.file.Path;

/** A certificate that cannot be used; its message is one line for the operator. */
public final class UnusableCertificate extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnusableCertificate(Path file, String why) {
    super("tls: " + file + ": " + why, null, false, false);
  }
}

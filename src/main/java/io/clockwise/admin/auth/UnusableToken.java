package io.clockwise.admin.auth;

import java.nio.file.Path;

/** A token file that cannot be used; its message names the file and is meant for people. */
public final class UnusableToken extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnusableToken(Path file, String why) {
    super("admin token file " + file + " " + why, null, false, false);
  }
}

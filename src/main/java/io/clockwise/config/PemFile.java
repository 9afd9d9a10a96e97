package io.clockwise.config;

import java.nio.file.Path;

/**
 * A PEM file as it was when the configuration was read: other content makes another configuration.
 *
 * @param file where it is
 * @param text what is in it; never shown, it may be a private key
 */
public record PemFile(Path file, String text) {
  /** Returns the path alone. */
  @Override
  public String toString() {
    return file.toString();
  }
}

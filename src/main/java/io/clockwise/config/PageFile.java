package io.clockwise.config;

import java.nio.file.Path;

/**
 * A file that is sent as it is; read with the document, so that its contents change by a reload.
 *
 * @param file absolute; read as at most {@value #MOST_BYTES} bytes
 * @param contentType by the ending of the file's name
 * @param text its contents, each char is one byte
 */
public record PageFile(Path file, String contentType, String text) {
  /** The most bytes of a file. */
  public static final int MOST_BYTES = 1 << 20;

  @Override
  public String toString() {
    return file.toString();
  }
}

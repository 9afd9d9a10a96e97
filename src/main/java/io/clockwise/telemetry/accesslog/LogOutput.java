package io.clockwise.telemetry.accesslog;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where lines go: a file, appended to, or standard output. */
public final class LogOutput {
  private final String file;
  private OutputStream stream;

  private LogOutput(String file, OutputStream stream) {
    this.file = file;
    this.stream = stream;
  }

  /**
   * Opens an output.
   *
   * @param file a path, or {@code -} for standard output
   * @throws IOException when the file cannot be opened for appending
   */
  public static LogOutput open(String file) throws IOException {
    return new LogOutput(file, stream(file));
  }

  private static OutputStream stream(String file) throws IOException {
    return file.equals("-")
        ? new FileOutputStream(FileDescriptor.out)
        : Files.newOutputStream(
            Path.of(file), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  void write(byte[] lines, int length) throws IOException {
    stream.write(lines, 0, length);
  }

  /** Opens the file by its name again, as log rotation wants. */
  void reopen() throws IOException {
    if (!file.equals("-")) {
      OutputStream old = stream;
      stream = stream(file);
      old.close();
    }
  }

  /** Closes a file; leaves standard output alone. */
  void close() throws IOException {
    if (!file.equals("-")) {
      stream.close();
    }
  }
}

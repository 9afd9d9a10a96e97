package io.clockwise.app.instance;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What went wrong with a file, in the words of the operating system's users. */
public final class FileFault {
  private FileFault() {}

  /** Returns a few words without the file's name. */
  public static String of(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileSystemException fault && fault.getReason() != null) {
      return fault.getReason();
    }
    return String.valueOf(e.getMessage());
  }
}

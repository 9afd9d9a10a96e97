package io.clockwise.control.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The file system as a journal uses it; tests have others, which fail. */
class Disk {

  /** Opens a file; one that it makes is for its owner alone. */
  FileChannel open(Path file, OpenOption... options) throws IOException {
    return FileChannel.open(file, Set.of(options), mode(file, "rw-------"));
  }

  /** Puts a file in the place of another, at once. */
  void replace(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Forces the names in a directory, where a system has that. */
  void force(Path directory) throws IOException {
    if (!hasModes(directory)) {
      return;
    }
    try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  /**
   * Makes a directory for its owner alone, and those above it; one that is there stays as it is.
   */
  void makeDirectory(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.toAbsolutePath().getParent();
    if (parent != null) {
      makeDirectory(parent);
    }
    try {
      Files.createDirectory(directory, mode(directory, "rwx------"));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw new FileSystemException(directory.toString(), null, "it is not a directory");
      }
    }
    if (parent != null && Files.isReadable(parent)) {
      force(parent);
    }
  }

  private static boolean hasModes(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] mode(Path path, String mode) {
    return hasModes(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }

  /** Returns what went wrong in a few words, without the file's name. */
  static String words(IOException e) {
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

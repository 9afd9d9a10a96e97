package io.clockwise.control.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/*
 * What was lost with a damaged journal is told until somebody has taken note of it, also when the
 * start that found it came to nothing. The file itself is the mark: there is no other state that
 * could be lost, or be forgotten.
 */
/**
 * The journals in a directory that were found damaged and put aside; at least one. Immutable.
 *
 * @param files by name
 * @param fault what is said of them
 */
record KeptAside(Path directory, List<Path> files, String fault) {
  private static final String MARK = JournalFile.NAME + ".corrupt-";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Copies the list. */
  KeptAside {
    files = List.copyOf(files);
  }

  /** Looks for those that earlier starts have put aside; null: there is none. */
  static @Nullable KeptAside in(Path directory) throws IOException {
    List<Path> files = list(directory);
    if (files.isEmpty()) {
      return null;
    }
    boolean one = files.size() == 1;
    String names = files.stream().map(Path::toString).collect(Collectors.joining(", "));
    return new KeptAside(
        directory,
        files,
        names
            + (one
                ? " was put aside by an earlier start, since it was"
                : " were put aside by earlier starts, since they were")
            + " damaged; "
            + advice(directory, one));
  }

  /** Puts the journal of a directory aside, which stays in its place as well. */
  static KeptAside keep(Disk disk, Path directory, Instant now, String damage) throws IOException {
    Path log = directory.resolve(JournalFile.NAME);
    Path aside = put(disk, directory, log, now);
    String fault =
        log
            + " was damaged "
            + damage
            + "; it is kept as "
            + aside
            + "; "
            + advice(directory, true);
    return new KeptAside(directory, list(directory), fault);
  }

  private static String advice(Path directory, boolean one) {
    return "what the API had changed in "
        + (one ? "it" : "them")
        + " is not in use: make it again where it is missing, then move "
        + (one ? "that file" : "these files")
        + " out of "
        + directory;
  }

  /** Returns what is there now; null: nothing any more. */
  @Nullable KeptAside now() {
    try {
      return list(directory).equals(files) ? this : in(directory);
    } catch (IOException e) {
      return this; // whatever is there, nobody has taken note of it
    }
  }

  private static List<Path> list(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, MARK + "*")) {
      found.forEach(files::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    Collections.sort(files);
    return files;
  }

  /* A second name, so that there is a journal at any moment: the new one takes its place at once. A start
  that came to nothing in between has given it one already. */
  private static Path put(Disk disk, Path directory, Path log, Instant now) throws IOException {
    for (Path known : list(directory)) {
      if (Files.isSameFile(known, log)) {
        return known;
      }
    }
    String name = MARK + TIME.format(now);
    Path aside = directory.resolve(name);
    for (int i = 2; Files.exists(aside, LinkOption.NOFOLLOW_LINKS); i++) {
      aside = directory.resolve(name + "-" + i);
    }
    try {
      return Files.createLink(aside, log);
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.copy(log, aside);
      try (FileChannel copy = disk.open(aside, StandardOpenOption.WRITE)) {
        copy.force(true);
      }
      return aside;
    }
  }
}

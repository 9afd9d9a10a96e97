package io.clockwise.control.journal;

import static io.clockwise.control.journal.IntentLogContract.committed;
import static io.clockwise.control.journal.IntentLogContract.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.control.journal.ReopeningLog.Journals;
import io.clockwise.control.journal.format.JournalLine;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Head;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalOpeningTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-03-01T10:15:30Z"));

  @TempDir Path temporary;
  private Path directory;
  private Path file;

  @BeforeEach
  void names() {
    directory = temporary.resolve("var");
    file = directory.resolve("journal.log");
  }

  private JournalOpening open() {
    return Journal.open(directory, CLOCK);
  }

  private String unusable() {
    JournalOpening opening = open();
    assertThat(opening).isInstanceOf(JournalOpening.Unusable.class);
    return ((JournalOpening.Unusable) opening).reason();
  }

  /** Makes a journal of three records; returns its head. */
  private Head written() {
    try (Journal journal = Journals.opened(open())) {
      committed(get(journal.append(0, Drafts.file("abc"))));
      committed(get(journal.append(1, Drafts.weight(2))));
      committed(get(journal.append(2, Drafts.weight(3))));
      return get(journal.head());
    }
  }

  private List<String> names(Path in) throws IOException {
    try (Stream<Path> files = Files.list(in)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theDirectoryIsMadeForItsOwnerAlone() throws IOException {
    directory = temporary.resolve("a/b");
    Journals.opened(open()).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    assertThat(names(directory)).containsExactly("journal.lock", "journal.log");
    for (String name : names(directory)) {
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void aDirectoryBehindALinkIsUsedAsItIs() throws IOException {
    Path real = Files.createDirectory(temporary.resolve("real"));
    Files.createSymbolicLink(directory, real);
    Journals.opened(open()).close();
    assertThat(names(real)).contains("journal.log");
  }

  @Test
  void whereNoDirectoryCanBeItIsUnusable() throws IOException {
    Path blocked = Files.writeString(temporary.resolve("file"), "x");
    directory = blocked.resolve("var");
    assertThat(unusable())
        .isEqualTo(
            "stateDir "
                + directory
                + " cannot be used: it is not a directory; name one that this process alone can"
                + " write");
    directory = blocked;
    assertThat(unusable()).contains("it is not a directory");
    assertThat(blocked).hasContent("x");
  }

  @Test
  void whereNoFileCanBeMadeItIsUnusable() throws IOException {
    Files.createDirectories(directory.resolve("journal.lock"));
    assertThat(unusable()).startsWith("stateDir " + directory + " cannot be used: ");
    Files.delete(directory.resolve("journal.lock"));
    Files.createDirectories(directory.resolve("journal.log.new/full"));
    assertThat(unusable()).startsWith("stateDir " + directory + " cannot be used: ");
    Files.delete(directory.resolve("journal.log.new/full"));
    Journals.opened(open()).close();
  }

  @Test
  void whatIsNotAFileIsLeftAlone() throws IOException {
    Files.createDirectory(directory);
    Files.createSymbolicLink(file, Path.of("/dev/full"));
    assertThat(unusable())
        .isEqualTo(file + " is not a file; move it away, or name another stateDir");
    assertThat(Files.readSymbolicLink(file)).hasToString("/dev/full");
  }

  @Test
  void oneProcessUsesItOnce() throws IOException {
    try (Journal journal = Journals.opened(open())) {
      assertThat(unusable())
          .isEqualTo(
              "stateDir "
                  + directory
                  + " cannot be used: another process uses it; name one that this process alone"
                  + " can write");
      committed(get(journal.append(0, Drafts.weight(2))));
    }
    Journals.opened(open()).close();
  }

  @Test
  void whoeverHoldsTheLockHasIt() throws IOException {
    Files.createDirectory(directory);
    try (FileChannel other =
        FileChannel.open(
            directory.resolve("journal.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      other.lock();
      assertThat(unusable()).contains("another process uses it");
      assertThat(file).doesNotExist();
    }
    Journals.opened(open()).close();
  }

  @Test
  void aTornEndIsCut() throws IOException {
    Head head = written();
    byte[] whole = Files.readAllBytes(file);
    byte[] longer = Arrays.copyOf(whole, whole.length + 40);
    System.arraycopy(whole, 0, longer, whole.length, 40);
    Files.write(file, longer);
    try (Journal journal = Journals.opened(open())) {
      assertThat(get(journal.head())).isEqualTo(head);
      assertThat(file).hasBinaryContent(whole);
      assertThat(journal.status().ok()).isTrue();
      committed(get(journal.append(3, Drafts.weight(4))));
    }
    assertThat(JournalScan.of(Files.readAllBytes(file), 100)).isInstanceOf(JournalScan.Whole.class);
  }

  @Test
  void cutAnywhereItOpens() throws IOException {
    written();
    byte[] whole = Files.readAllBytes(file);
    int snapshot = new String(whole, StandardCharsets.US_ASCII).indexOf('\n') + 1;
    for (int length = whole.length; length > 0; length -= 23) {
      Files.write(file, Arrays.copyOf(whole, length));
      JournalOpening.Opened opened = (JournalOpening.Opened) open();
      opened.journal().close();
      assertThat(opened.fault() == null).isEqualTo(length >= snapshot);
    }
  }

  @Test
  void aDamagedJournalIsKeptAside() throws IOException {
    written();
    byte[] bytes = Files.readAllBytes(file);
    String text = new String(bytes, StandardCharsets.US_ASCII);
    int second = text.indexOf('\n', text.indexOf('\n') + 1) + 20;
    bytes[second] ^= 1;
    Path aside = directory.resolve("journal.log.corrupt-20260301T101530Z");
    for (Path kept : List.of(aside, directory.resolve(aside.getFileName() + "-2"))) {
      Files.write(file, bytes);
      JournalOpening.Opened opened = (JournalOpening.Opened) open();
      try (Journal journal = opened.journal()) {
        String fault =
            file
                + " was damaged at line 3: its checksum is wrong; it is kept as "
                + kept
                + "; what the API had changed in it is not in use: make it again where it is"
                + " missing, then move that file out of "
                + directory;
        assertThat(opened.fault()).isEqualTo(fault);
        assertThat(journal.status().fault()).isEqualTo(fault);
        assertThat(kept).hasBinaryContent(bytes);
        assertThat(get(journal.head()))
            .isEqualTo(new Head(3, "", "", Map.of(), Map.of(), Map.of(), Map.of()));
        assertThat(get(journal.history())).isEmpty();
        ChangeRecord next = committed(get(journal.append(3, Drafts.file("abc"))));
        assertThat(next.revision()).isEqualTo(4);
        assertThat(next.place().parent()).isEmpty();
        assertThat(journal.status().ok()).isFalse();
      }
    }
    toldUntilMovedAway(aside, directory.resolve(aside.getFileName() + "-2"));
  }

  private void toldUntilMovedAway(Path first, Path second) throws IOException {
    JournalOpening.Opened opened = (JournalOpening.Opened) open();
    String both =
        first
            + ", "
            + second
            + " were put aside by earlier starts, since they were damaged; what the API had changed"
            + " in them is not in use: make it again where it is missing, then move these files out"
            + " of "
            + directory;
    assertThat(opened.fault()).isEqualTo(both);
    try (Journal journal = opened.journal()) {
      assertThat(get(journal.head()).revision()).isEqualTo(4);
      assertThat(journal.status().fault()).isEqualTo(both);
      committed(get(journal.append(4, Drafts.weight(4))));
      assertThat(journal.status().fault()).isEqualTo(both);

      Files.delete(first);
      String one = second + " was put aside by an earlier start, since it was damaged; ";
      await().until(() -> String.valueOf(journal.status().fault()).startsWith(one));
      Files.delete(second);
      await().until(() -> journal.status().ok());
    }
    assertThat(((JournalOpening.Opened) open()).fault()).isNull();
  }

  @Test
  void whatIsDamagedIsPutAsideOnceHoweverOftenAStartComesToNothing() throws IOException {
    written();
    Files.write(file, new byte[] {1, 2, 3});
    Path aside = directory.resolve("journal.log.corrupt-20260201T000000Z");
    Files.createLink(aside, file); // and then there was no room for the new one
    try (Journal journal = Journals.opened(open())) {
      assertThat(journal.status().fault()).contains("it is kept as " + aside);
      assertThat(names(directory))
          .containsExactly("journal.lock", "journal.log", aside.getFileName().toString());
    }
  }

  @Test
  void whatANewerVersionWroteIsLeftAlone() throws IOException {
    written();
    Files.write(
        file, JournalLine.write("{\"format\":2,\"fleet\":\"\"}"), StandardOpenOption.APPEND);
    byte[] bytes = Files.readAllBytes(file);
    assertThat(unusable())
        .isEqualTo(
            file
                + ", line 5: too new: format 2; this version knows format 1; run the version that"
                + " wrote it, or name another stateDir");
    assertThat(file).hasBinaryContent(bytes);
    assertThat(names(directory)).containsExactly("journal.lock", "journal.log");
  }

  @Test
  void aNewFileThatWasNotFinishedIsIgnored() throws IOException {
    Head head = written();
    byte[] half = Arrays.copyOf(Files.readAllBytes(file), 50);
    Files.write(directory.resolve("journal.log.new"), half);
    try (Journal journal = Journals.opened(open())) {
      assertThat(get(journal.head())).isEqualTo(head);
      assertThat(names(directory)).containsExactly("journal.lock", "journal.log");
    }
  }

  @Test
  void aFirstFileThatWasNotFinishedIsIgnored() throws IOException {
    Files.createDirectory(directory);
    Files.write(directory.resolve("journal.log.new"), new byte[50]);
    try (Journal journal = Journals.opened(open())) {
      assertThat(get(journal.head())).isEqualTo(Head.EMPTY);
    }
  }
}

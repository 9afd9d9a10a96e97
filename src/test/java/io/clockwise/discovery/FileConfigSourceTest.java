package io.clockwise.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.clockwise.event.source.ConfigReading;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileConfigSourceTest extends FileSourceFixture {
  @Test
  void aDocumentHasItsNameAndDirectory() {
    ConfigReading reading = source.read().toCompletableFuture().join();
    var document = ((ConfigReading.Document) reading).document();
    assertThat(document.name()).isEqualTo(file.toString());
    assertThat(document.directory()).isEqualTo(directory);
    assertThat(document.bytes()).isEqualTo("one".getBytes(UTF_8));
  }

  @Test
  void bytesAreKeptAsTheyAre() throws IOException {
    byte[] bytes = {0, (byte) 0xff, (byte) 0xc0, '\r', '\n'};
    Files.write(file, bytes);
    var reading = (ConfigReading.Document) source.read().toCompletableFuture().join();
    assertThat(reading.document().bytes()).isEqualTo(bytes);
  }

  @Test
  void anUnchangedFileIsNotTold() {
    watch();
    awaitScans();
    assertThat(heard).isEmpty();
  }

  @Test
  void aFileWrittenInPlaceIsTold() throws IOException {
    watch();
    Files.writeString(file, "two");
    awaitHeard("two");
    Files.writeString(file, "three");
    awaitHeard("two", "three");
  }

  @Test
  void aChangeBetweenReadingAndWatchingIsTold() throws IOException {
    assertThat(read()).isEqualTo("one");
    Files.writeString(file, "two");
    source.watch(reading -> heard.add(text(reading)));
    awaitHeard("two");
  }

  @Test
  void aFileOfTheSameLengthAndTimeIsTold() throws IOException {
    watch();
    var time = Files.getLastModifiedTime(file);
    Files.writeString(file, "eno");
    Files.setLastModifiedTime(file, time);
    awaitHeard("eno");
  }

  @Test
  void aRenameOverTheFileIsTold() throws IOException {
    watch();
    Path next = Files.writeString(directory.resolve(".clockwise.yaml.swp"), "two");
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    awaitHeard("two");
  }

  @Test
  void anEditorThatMovesTheFileAwayFirstIsSurvived() throws IOException {
    watch();
    Files.move(file, directory.resolve("clockwise.yaml~"));
    Files.writeString(file, "two");
    awaitHeard("two");
  }

  @Test
  void aLinkedDirectoryThatIsTurnedIsTold() throws IOException {
    Path mount = Files.createDirectory(directory.resolve("mount"));
    Path first = Files.createDirectory(mount.resolve("..2026_01"));
    Files.writeString(first.resolve("clockwise.yaml"), "one");
    Files.createSymbolicLink(mount.resolve("..data"), Path.of("..2026_01"));
    file = mount.resolve("clockwise.yaml");
    Files.createSymbolicLink(file, Path.of("..data", "clockwise.yaml"));
    source = new FileConfigSource(vertx, file, SCAN);
    watch();
    Path second = Files.createDirectory(mount.resolve("..2026_02"));
    Files.writeString(second.resolve("clockwise.yaml"), "two");
    Files.createSymbolicLink(mount.resolve("..data_tmp"), Path.of("..2026_02"));
    Files.move(
        mount.resolve("..data_tmp"),
        mount.resolve("..data"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    Files.delete(first.resolve("clockwise.yaml"));
    awaitHeard("two");
  }

  @Test
  void ofTwoQuickChangesTheLastCounts() throws IOException {
    watch();
    Files.writeString(file, "two");
    Files.writeString(file, "three");
    await().untilAsserted(() -> assertThat(heard).last().isEqualTo("three"));
  }

  @Test
  void whatGoesBackIsNotTold() throws IOException {
    watch();
    Files.writeString(file, "two");
    Files.writeString(file, "one");
    awaitScans();
    assertThat(heard.isEmpty() || heard.equals(List.of("two", "one"))).isTrue();
  }

  @Test
  void aFileThatIsWrittenSlowlyIsNotTakenByHalves() throws IOException {
    source = new FileConfigSource(vertx, file, Duration.ofMillis(250));
    watch();
    StringBuilder whole = new StringBuilder();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      for (int part = 0; part < 30; part++) {
        String line = "line " + part + "\n";
        whole.append(line);
        channel.write(java.nio.ByteBuffer.wrap(line.getBytes(UTF_8)));
        await().pollDelay(Duration.ofMillis(10)).until(() -> true);
      }
    }
    awaitHeard(whole.toString());
  }

  @Test
  void aWatchedReadWaitsUntilTheFileRests() throws IOException {
    watch();
    Files.writeString(file, "two");
    assertThat(read()).isEqualTo("two");
    Files.writeString(file, "one");
    await().untilAsserted(() -> assertThat(heard).last().isEqualTo("one"));
  }

  @Test
  void afterCloseNothingIsTold() throws IOException {
    watch();
    source.close();
    Files.writeString(file, "two");
    awaitScans();
    assertThat(heard).isEmpty();
  }

  @Test
  void oneWatchIsEnough() {
    watch();
    assertThatIllegalStateException().isThrownBy(() -> source.watch(reading -> {}));
  }
}

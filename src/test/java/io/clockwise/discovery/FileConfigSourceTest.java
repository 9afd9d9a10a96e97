package io.clockwise.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.clockwise.event.ConfigReading;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class FileConfigSourceTest {
  private static final Duration SCAN = Duration.ofMillis(20);

  @TempDir Path directory;
  private final Vertx vertx = Vertx.vertx();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private Path file;
  private FileConfigSource source;

  @BeforeEach
  void write() throws IOException {
    logged.start();
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).addAppender(logged);
    file = directory.resolve("clockwise.yaml");
    Files.writeString(file, "one");
    source = new FileConfigSource(vertx, file, SCAN);
  }

  @AfterEach
  void end() {
    source.close();
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(5, TimeUnit.SECONDS).join();
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).detachAppender(logged);
    assertThat(logged.list).noneMatch(event -> event.getThrowableProxy() != null);
  }

  private static String text(ConfigReading reading) {
    return reading instanceof ConfigReading.Document document
        ? new String(document.document().bytes(), UTF_8)
        : ((ConfigReading.Unreadable) reading).problem();
  }

  private String read() {
    return text(source.read().toCompletableFuture().orTimeout(5, TimeUnit.SECONDS).join());
  }

  private void watch() {
    assertThat(read()).isEqualTo("one");
    source.watch(reading -> heard.add(text(reading)));
  }

  private void awaitHeard(String... expected) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .untilAsserted(() -> assertThat(heard).containsExactly(expected));
  }

  private void awaitProblem(String part) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .untilAsserted(() -> assertThat(heard).last().asString().contains(part));
  }

  /** Waits until the watch has looked at the file a few times. */
  private void awaitScans() {
    await().pollDelay(SCAN.multipliedBy(6)).until(() -> true);
  }

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
    source = new FileConfigSource(vertx, file, Duration.ofMillis(100));
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
  void aDeletedFileIsOneProblemThenTheNextGoodOneIsTaken() throws IOException {
    watch();
    Files.delete(file);
    awaitProblem("cannot read " + file + ": no such file");
    awaitScans();
    assertThat(heard).hasSize(1);
    Files.writeString(file, "one");
    await().untilAsserted(() -> assertThat(heard).hasSize(2).last().isEqualTo("one"));
  }

  @Test
  void aDirectoryInItsPlaceIsAProblem() throws IOException {
    watch();
    Files.delete(file);
    Files.createDirectory(file);
    awaitProblem("it is a directory");
    Files.delete(file);
    Files.writeString(file, "two");
    await().untilAsserted(() -> assertThat(heard).last().isEqualTo("two"));
  }

  @Test
  void aLinkToNowhereOrToItselfIsAProblem() throws IOException {
    Files.delete(file);
    Files.createSymbolicLink(file, Path.of("nowhere"));
    assertThat(read()).contains("no such file");
    Files.delete(file);
    Files.createSymbolicLink(file, file.getFileName());
    assertThat(read()).contains("cannot read " + file).doesNotContain("\n");
  }

  @Test
  void aDeviceIsNotAFile() {
    source = new FileConfigSource(vertx, Path.of("/dev/zero"), SCAN);
    assertThat(read()).isEqualTo("cannot read /dev/zero: it is not a regular file");
  }

  @Test
  void aHugeFileIsNotRead() throws IOException {
    watch();
    Files.write(file, new byte[(4 << 20) + 1]);
    awaitProblem("it is too large, 4194305 bytes; at most 4194304 (4 MiB)");
    assertThat(read()).contains("too large");
    Files.write(file, new byte[4 << 20]);
    await().untilAsserted(() -> assertThat(heard).last().asString().hasSize(4 << 20));
  }

  @Test
  void aForbiddenFileIsAProblemUnlessNothingIsForbidden() throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    String expected =
        Files.isReadable(file) // by the superuser
            ? "one"
            : "cannot read "
                + file
                + ": permission denied; let the user that runs Clockwise read it";
    assertThat(read()).isEqualTo(expected);
  }

  @Test
  void eachFailureIsOneLine() {
    FileLook look = new FileLook(vertx, file, "x.yaml");
    assertThat(look.text(new FileSystemException("open", new AccessDeniedException("/x"))))
        .isEqualTo(
            "cannot read x.yaml: permission denied; let the user that runs Clockwise read it");
    assertThat(look.text(new FileSystemException("open", new NoSuchFileException("/x"))))
        .isEqualTo("cannot read x.yaml: no such file; put it there, or name another one");
    assertThat(look.text(new IOException("Input/output error")))
        .isEqualTo("cannot read x.yaml: Input/output error");
    assertThat(look.text(new IllegalStateException()))
        .isEqualTo("cannot read x.yaml: IllegalStateException");
  }

  @Test
  void aRelativePathIsNotLookedForAmongTheClasses() {
    Path resource = Path.of("META-INF/services/io.vertx.config.spi.ConfigStoreFactory");
    source = new FileConfigSource(vertx, resource, SCAN);
    assertThat(read()).contains("no such file");
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
  void aFileThatNeverRestsIsAProblem() {
    watch();
    Path next = directory.resolve("next");
    long writing =
        vertx.setPeriodic(
            1,
            id -> {
              Buffer text = Buffer.buffer("" + System.nanoTime());
              vertx.fileSystem().writeFileBlocking(next.toString(), text);
              move(next);
            });
    assertThat(read()).isEqualTo("cannot read " + file + ": it keeps changing; try again");
    vertx.cancelTimer(writing);
    await().untilAsserted(() -> assertThat(heard).last().asString().matches("\\d+"));
  }

  private void move(Path next) {
    try {
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
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

package io.clockwise.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class FileProblemsTest extends FileSourceFixture {
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
}

package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.ClockwiseProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code scripts/clockwise} adds to a command: options of the JVM and a class archive. */
class LauncherIT {
  private static final String PREPARING = "preparing a class archive";
  private static final String ARCHIVED = "io.clockwise.app.Main source: shared objects file";

  @TempDir static Path whole;
  @TempDir Path own;

  /* A home without sources: what is to be packaged, nothing to be built. */
  private static Path home(Path folder) throws IOException {
    Path scripts = Files.createDirectory(folder.resolve("scripts"));
    Files.copy(Path.of("scripts/clockwise"), scripts.resolve("clockwise"));
    assertThat(scripts.resolve("clockwise").toFile().setExecutable(true)).isTrue();
    Path conf = Files.createDirectory(folder.resolve("conf"));
    Files.copy(Path.of("conf/jvm.options"), conf.resolve("jvm.options"));
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.copy(Path.of("target/clockwise.jar"), target.resolve("clockwise.jar"));
    Files.createSymbolicLink(target.resolve("lib"), Path.of("target/lib").toAbsolutePath());
    return folder;
  }

  @AfterEach
  void unlink() throws IOException {
    Files.deleteIfExists(own.resolve("target/lib"));
  }

  @AfterAll
  static void unlinkWhole() throws IOException {
    Files.delete(whole.resolve("target/lib"));
  }

  private static ClockwiseProcess start(Path home, String options, String... arguments) {
    Map<String, String> environment = Map.of("CLOCKWISE_JAVA_OPTS", options);
    return ClockwiseProcess.launch(home.resolve("scripts/clockwise"), environment, arguments);
  }

  private static List<String> run(Path home) {
    try (ClockwiseProcess process = start(home, "", "run", "--config", "none.yaml")) {
      assertThat(process.exitCode()).isEqualTo(1);
      return process.err();
    }
  }

  private static List<String> version(Path home, String options) {
    try (ClockwiseProcess process = start(home, options, "version")) {
      assertThat(process.exitCode()).as("%s", process.err()).isZero();
      assertThat(process.err()).isEmpty();
      return process.out();
    }
  }

  private static Path archive(Path home) throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("target"))) {
      List<Path> archives = files.filter(file -> file.toString().endsWith(".archive")).toList();
      assertThat(archives).hasSize(1);
      return archives.get(0);
    }
  }

  @BeforeAll
  static void twoAtOnceMakeOneArchive() throws Exception {
    home(whole);
    try (ClockwiseProcess first = start(whole, "", "run", "--config", "none.yaml");
        ClockwiseProcess second = start(whole, "", "run", "--config", "none.yaml")) {
      assertThat(first.exitCode()).isEqualTo(1);
      assertThat(second.exitCode()).isEqualTo(1);
      assertThat(Stream.concat(first.err().stream(), second.err().stream()))
          .filteredOn(line -> line.contains(PREPARING))
          .hasSize(1);
    }
    assertThat(archive(whole)).isNotEmptyFile();
  }

  @Test
  void theArchiveIsUsedAndNotMadeAgain() {
    assertThat(run(whole)).hasSize(1).first().asString().contains("none.yaml");
    assertThat(String.join("\n", version(whole, "-Xlog:class+load"))).contains(ARCHIVED);
  }

  @Test
  void anArchiveOfAnotherJarIsLeftOutWithoutAWord() throws Exception {
    Path home = home(own);
    Path stale = home.resolve("target").resolve(archive(whole).getFileName().toString());
    Files.copy(archive(whole), stale);
    assertThat(version(home, "")).hasSize(2);
    assertThat(String.join("\n", version(home, "-Xlog:class+load"))).doesNotContain(ARCHIVED);
    Files.delete(stale);
    Files.writeString(stale, "no archive");
    assertThat(version(home, "")).hasSize(2);
  }

  @Test
  void withoutAnArchiveItStartsAndDoesNotTryAgain() throws Exception {
    Path home = home(own);
    Files.writeString(
        home.resolve("conf/jvm.options"), "-Djava.io.tmpdir=" + home.resolve("nowhere"));
    assertThat(run(home)).anyMatch(line -> line.contains("starting without it"));
    assertThat(archive(home)).isEmptyFile();
    assertThat(run(home)).hasSize(1).first().asString().contains("none.yaml");
    assertThat(version(home, "")).hasSize(2);
  }

  @Test
  void shortCommandsMakeNone() throws Exception {
    Path home = home(own);
    version(home, "");
    try (Stream<Path> files = Files.list(home.resolve("target"))) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void optionsComeFromTheFileThenFromTheUser() {
    String flags = version(whole, "-XX:+PrintCommandLineFlags").get(0);
    assertThat(flags).contains("-XX:InitialHeapSize=33554432", "-XX:MaxHeapSize=268435456");
    flags = version(whole, "-XX:+PrintCommandLineFlags -Xmx64m").get(0);
    assertThat(flags).contains("-XX:+UseSerialGC", "-XX:MaxHeapSize=67108864");
  }
}

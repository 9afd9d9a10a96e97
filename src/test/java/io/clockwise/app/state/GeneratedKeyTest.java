package io.clockwise.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedKeyTest {
  @TempDir private Path directory;

  @Test
  void itIsMadeOnceAndKept() throws IOException {
    Path state = directory.resolve("var/state");
    byte[] made = new GeneratedKey(state).get();
    assertThat(made).hasSizeGreaterThanOrEqualTo(32);
    assertThat(new GeneratedKey(state).get()).isEqualTo(made);
    Path file = state.resolve("cookie.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (Stream<Path> files = Files.list(state)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aFileThatIsThereIsUsed() throws IOException {
    String secret = "a secret that somebody has put there";
    Files.writeString(directory.resolve("cookie.key"), secret + "\n");
    assertThat(new GeneratedKey(directory).get()).asString().isEqualTo(secret);
  }

  @Test
  void withoutADirectoryItLivesAsLongAsItsObject() {
    GeneratedKey one = new GeneratedKey(null);
    assertThat(one.get()).isEqualTo(one.get());
    assertThat(new GeneratedKey(null).get()).isNotEqualTo(one.get());
  }

  @Test
  void whatCannotBeUsedIsNot() throws IOException {
    Files.writeString(directory.resolve("cookie.key"), "short");
    GeneratedKey one = new GeneratedKey(directory);
    assertThat(one.get()).hasSizeGreaterThanOrEqualTo(32).isEqualTo(one.get());
    assertThat(Files.readString(directory.resolve("cookie.key"))).isEqualTo("short");
    Path file = Files.writeString(directory.resolve("file"), "x");
    assertThat(new GeneratedKey(file).get()).hasSizeGreaterThanOrEqualTo(32);
  }
}

package io.clockwise.app.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.NamedFiles.Content;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFilesTest {
  @TempDir Path folder;

  private Content read(Path file) {
    return new LocalFiles().read(file, 4);
  }

  @Test
  void givesEachByteAsOneChar() throws IOException {
    Path file = Files.write(folder.resolve("a"), new byte[] {'a', (byte) 0xc3, (byte) 0xa4, 0});
    assertThat(read(file)).isEqualTo(new Content("a\u00c3\u00a4\0", ""));
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    Path large = Files.write(folder.resolve("b"), new byte[5]);
    assertThat(read(large)).isEqualTo(new Content("", "it is larger than 4 bytes"));
    assertThat(read(folder)).isEqualTo(new Content("", "it is not a regular file"));
    assertThat(read(folder.resolve("c"))).isEqualTo(new Content("", "it does not exist"));
  }
}

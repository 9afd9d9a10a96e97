package io.clockwise.app.instance;

import io.clockwise.config.NamedFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of this machine; reading blocks. */
final class LocalFiles implements NamedFiles {
  @Override
  public Content read(Path file, int most) {
    if (!Files.exists(file)) {
      return new Content("", "it does not exist");
    }
    if (!Files.isRegularFile(file)) { // a pipe would never end
      return new Content("", "it is not a regular file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(most + 1);
      return bytes.length > most
          ? new Content("", "it is larger than " + most + " bytes")
          : new Content(new String(bytes, StandardCharsets.ISO_8859_1), "");
    } catch (IOException e) {
      return new Content("", "it cannot be read: " + FileFault.of(e));
    }
  }
}

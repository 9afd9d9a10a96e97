package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.NamedFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Documents of tests, read with a small environment. */
final class Documents {
  static final Path DIRECTORY = Path.of("/etc/clockwise");
  static final Map<String, String> ENVIRONMENT =
      Map.of("PORT", "http", "HOST", "10.0.0.1", "WEIGHT", "many", "EMPTY", "", "NUMBER", "7");

  private Documents() {}

  static ConfigResult read(String yaml) {
    return read(yaml.getBytes(StandardCharsets.UTF_8));
  }

  static ConfigResult read(byte[] bytes) {
    return ConfigReader.read(
        new ConfigDocument("test.yaml", DIRECTORY, bytes),
        ENVIRONMENT::get,
        "host-1",
        Documents::file);
  }

  /** Returns the secret of tests that {@code NAME.key} holds. */
  static String secret(String name) {
    return name + "-0123456789abcdef0123456789abcdef";
  }

  /**
   * Has every file but those named {@code missing}; each holds its own name, {@code NAME.key} a
   * secret.
   */
  private static NamedFiles.Content file(Path file, int most) {
    assertThat(file).isAbsolute();
    String name = file.getFileName().toString();
    if (name.startsWith("missing.")) {
      return new NamedFiles.Content("", "it does not exist");
    }
    return new NamedFiles.Content(name.endsWith(".key") ? secret(name) + "\r\n" : name, "");
  }

  static ClockwiseConfig valid(String yaml) {
    ConfigResult result = read(yaml);
    assertThat(result).isInstanceOf(ConfigResult.Valid.class);
    return ((ConfigResult.Valid) result).config();
  }

  /** Returns the problems as lines; warnings with a mark before them. */
  static List<String> lines(ConfigResult result) {
    return result instanceof ConfigResult.Invalid invalid
        ? invalid.problems().stream().map(Object::toString).toList()
        : ((ConfigResult.Valid) result)
            .warnings().stream().map(warning -> "warning: " + warning).toList();
  }

  static String problem(String yaml) {
    ConfigResult result = read(yaml);
    assertThat(result).isInstanceOf(ConfigResult.Invalid.class);
    List<String> lines = lines(result);
    assertThat(lines).hasSize(1);
    return lines.get(0);
  }
}

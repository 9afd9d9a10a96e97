package io.clockwise.app.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the configuration file. */
final class ConfigOption {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      defaultValue = "conf/clockwise.yaml",
      description = "The configuration file, YAML or JSON. Default: ${DEFAULT-VALUE}.")
  private Path file;

  Path file() {
    return file;
  }
}

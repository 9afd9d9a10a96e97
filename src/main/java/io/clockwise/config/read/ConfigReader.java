package io.clockwise.config.read;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigProblem;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.NamedFiles;
import io.clockwise.config.read.doubt.Doubts;
import io.clockwise.config.read.node.DocumentTree;
import io.clockwise.config.read.node.Reading;
import io.clockwise.config.read.node.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** From a configuration document to its records, or to every problem in it. */
public final class ConfigReader {
  private ConfigReader() {}

  /** Reads a document that names no files to be sent. */
  public static ConfigResult read(
      ConfigDocument document, Function<String, @Nullable String> environment, String hostName) {
    return read(document, environment, hostName, NamedFiles.NONE);
  }

  /**
   * Reads a document; whatever the bytes are, the answer is a value.
   *
   * @param environment from the name of an environment variable to its value, null when unset
   * @param hostName what {@code instance} is when the document does not say
   * @param files the files that the document names
   */
  public static ConfigResult read(
      ConfigDocument document,
      Function<String, @Nullable String> environment,
      String hostName,
      NamedFiles files) {
    Reading reading = new Reading(environment, document.directory(), files);
    Optional<Value> root = DocumentTree.parse(document.bytes(), reading);
    Optional<ClockwiseConfig> config = root.map(value -> TopSection.read(value, hostName));
    config.ifPresent(found -> AcrossSections.check(found, reading));
    List<ConfigProblem> problems = reading.findings().problems();
    if (config.isEmpty() || !problems.isEmpty()) {
      return new ConfigResult.Invalid(problems);
    }
    Doubts.find(config.get(), reading::warning);
    return new ConfigResult.Valid(config.get(), reading.findings().warnings());
  }
}

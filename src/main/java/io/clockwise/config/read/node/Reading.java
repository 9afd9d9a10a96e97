package io.clockwise.config.read.node;

import io.clockwise.config.ConfigProblem;
import io.clockwise.config.NamedFiles;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One reading of one document: its surroundings, where its values stand, what was found. */
public final class Reading {
  private final Function<String, @Nullable String> environment;
  private final Path directory;
  private final NamedFiles files;
  private final Findings findings = new Findings();
  private final Map<String, Integer> lines = new HashMap<>();

  /**
   * Begins a reading.
   *
   * @param environment from the name of an environment variable to its value, null when unset
   * @param directory what relative paths start from
   * @param files the files that the document names
   */
  public Reading(Function<String, @Nullable String> environment, Path directory, NamedFiles files) {
    this.environment = environment;
    this.directory = directory;
    this.files = files;
  }

  /** Returns what a file holds. */
  public NamedFiles.Content file(Path file, int most) {
    return files.read(file, most);
  }

  /** Returns what was found so far. */
  public Findings findings() {
    return findings;
  }

  /** Returns the line of a value, or of the nearest value around it that the document has. */
  public int line(String path) {
    String at = path;
    while (!lines.containsKey(at) && !at.isEmpty()) {
      at = at.substring(0, Math.max(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['))));
    }
    return lines.getOrDefault(at, 0);
  }

  /** Notes a problem at a path, wherever that stands in the document. */
  public void problem(String path, String given, String expected, String hint) {
    findings.problem(new ConfigProblem(path, line(path), given, expected, hint));
  }

  /** Notes a warning at a path, wherever that stands in the document. */
  public void warning(String path, String given, String expected, String hint) {
    findings.warning(new ConfigProblem(path, line(path), given, expected, hint));
  }

  /** Returns a path of the document as an absolute one; empty when the system knows no such. */
  public Optional<Path> resolve(String file) {
    try {
      return Optional.of(directory.resolve(file).toAbsolutePath());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  @Nullable String variable(String name) {
    return environment.apply(name);
  }

  void stands(String path, int line) {
    lines.putIfAbsent(path, line);
  }
}

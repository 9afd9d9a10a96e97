package io.clockwise.config.read.form;

import io.clockwise.config.read.node.Value;
import java.nio.file.Path;
import java.util.Optional;

/** The path of a file, relative to the document. */
public final class PathText {
  private PathText() {}

  /** Returns the absolute path; empty after a problem. */
  public static Optional<Path> file(Value value, String expected) {
    Optional<String> text = value.text(expected);
    Optional<Path> path = text.filter(t -> !t.isEmpty()).flatMap(t -> value.reading().resolve(t));
    if (text.isPresent() && path.isEmpty()) {
      value.problem(expected, text.get().isEmpty() ? "" : "this system cannot have such a path");
    }
    return path;
  }
}

package io.clockwise.config.read.form;

import io.clockwise.config.read.node.Value;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A request method in a document. */
public final class MethodText {
  private static final String METHOD = "a method such as GET";
  private static final Set<String> KNOWN =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH");

  private MethodText() {}

  /** Reads a method, which is case-sensitive; empty after a problem. */
  public static Optional<String> read(Value item) {
    Optional<String> text = item.text(METHOD);
    if (text.isEmpty()) {
      return text;
    }
    String upper = text.get().toUpperCase(Locale.ROOT);
    if (!NameText.isToken(text.get())) {
      item.problem(METHOD, "");
      return Optional.empty();
    }
    if (KNOWN.contains(upper) && !KNOWN.contains(text.get())) {
      item.problem(METHOD, "methods are case-sensitive: write " + upper);
      return Optional.empty();
    }
    return text;
  }
}

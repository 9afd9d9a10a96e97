package io.clockwise.config;

/**
 * Something wrong, or doubtful, in a configuration document.
 *
 * @param path where in the document, such as {@code pools.carts.backends[1].weight}; empty: all
 * @param line counting from 1; 0 when it has none
 * @param given what stands there, cut to a readable length
 * @param expected what should
 * @param hint what to do, such as a suggestion for a misspelt key; empty: nothing to add
 */
public record ConfigProblem(String path, int line, String given, String expected, String hint) {

  /** Returns one line for people: where, what, what instead, what to do. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (line > 0) {
      text.append("line ").append(line).append(": ");
    }
    if (!path.isEmpty()) {
      text.append(path).append(": ");
    }
    text.append(given.isEmpty() ? "missing" : "given " + given);
    text.append(", expected ").append(expected);
    if (!hint.isEmpty()) {
      text.append("; ").append(hint);
    }
    return text.toString();
  }
}

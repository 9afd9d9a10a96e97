package io.clockwise.app.verify;

/** The text of vector files for tests. */
final class VectorText {
  private VectorText() {}

  /** Returns a file. */
  static String file(String algorithm, String config, String picks) {
    return "{\"algorithm\": \""
        + algorithm
        + "\", \"source\": \"test\", \"config\": {"
        + config
        + "}, \"picks\": "
        + picks
        + "}";
  }

  /** Returns the field of the nodes. */
  static String nodes(String... nodes) {
    return "\"nodes\": [" + String.join(", ", nodes) + "]";
  }
}

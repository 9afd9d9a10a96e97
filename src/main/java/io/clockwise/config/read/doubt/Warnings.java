package io.clockwise.config.read.doubt;

/** Where warnings go. */
@FunctionalInterface
public interface Warnings {
  /**
   * Takes something that is allowed but doubtful.
   *
   * @param path where in the document, be the key written there or not
   * @param given what stands there
   * @param expected what should
   * @param hint why, or what to do
   */
  void warning(String path, String given, String expected, String hint);
}

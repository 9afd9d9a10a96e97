package io.clockwise.config;

/**
 * Another beginning for paths.
 *
 * @param from whole segments that a path begins with, or {@code /}: every path
 * @param to what stands there instead
 */
public record ReplacePrefixConfig(String from, String to) {}

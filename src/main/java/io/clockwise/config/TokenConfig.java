package io.clockwise.config;

import java.nio.file.Path;

/**
 * A bearer token of the admin API.
 *
 * @param role what its bearer may do
 * @param file holds the token, outer blanks and line ends cut; relative to the document
 */
public record TokenConfig(Role role, Path file) {}

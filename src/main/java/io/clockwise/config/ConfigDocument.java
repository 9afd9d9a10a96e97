package io.clockwise.config;

import java.nio.file.Path;

/**
 * A configuration document as it was read, not yet understood.
 *
 * @param name how messages call it, usually its path as the user gave it
 * @param directory what relative paths in it start from
 * @param bytes UTF-8 YAML, unchecked; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // read once, compared by fingerprint, never as a record
public record ConfigDocument(String name, Path directory, byte[] bytes) {}

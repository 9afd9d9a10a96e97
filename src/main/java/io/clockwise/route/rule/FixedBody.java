package io.clockwise.route.rule;

import io.clockwise.config.PageFile;
import io.clockwise.config.RespondConfig;
import java.nio.charset.StandardCharsets;

/**
 * A body that is always the same.
 *
 * @param contentType of the bytes
 * @param bytes not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FixedBody(String contentType, byte[] bytes) {
  /** Returns the contents of a file. */
  static FixedBody of(PageFile file) {
    return new FixedBody(file.contentType(), file.text().getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Returns the body of a configured answer. */
  public static FixedBody of(RespondConfig config) {
    return config.file() == null
        ? new FixedBody(config.contentType(), config.body().getBytes(StandardCharsets.UTF_8))
        : new FixedBody(config.contentType(), of(config.file()).bytes());
  }
}

package io.clockwise.config;

import io.clockwise.model.log.LogTarget;

/**
 * One line for each request.
 *
 * @param format {@code json}, {@code combined}, {@code off}, or a template with variables such as
 *     {@code $status}; default {@code json}
 * @param file a path, relative to the document, or {@code -} for standard output; default {@code -}
 * @param logTarget how much of request targets is kept; default {@code full}
 */
public record AccessLogConfig(LogFormat format, String file, LogTarget logTarget) {
  /** JSON on standard output. */
  public static final AccessLogConfig DEFAULT =
      new AccessLogConfig(LogFormat.JSON, "-", LogTarget.FULL);
}

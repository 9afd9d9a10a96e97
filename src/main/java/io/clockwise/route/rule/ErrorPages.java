package io.clockwise.route.rule;

import io.clockwise.config.PageFile;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bodies of Clockwise's own error answers, by status. Immutable. */
public final class ErrorPages {
  /** Has none. */
  public static final ErrorPages NONE = new ErrorPages(Map.of());

  private final Map<String, FixedBody> bodies = new HashMap<>();

  /** Takes files by status, such as {@code 502}, or by class, such as {@code 5xx}. */
  public ErrorPages(Map<String, PageFile> files) {
    files.forEach((status, file) -> bodies.put(status, FixedBody.of(file)));
  }

  /** Returns the body for a status, or null; that of the status itself goes before its class. */
  public @Nullable FixedBody of(int status) {
    FixedBody exact = bodies.get(Integer.toString(status));
    return exact != null ? exact : bodies.get(status / 100 + "xx");
  }
}

package io.clockwise.admin.http;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The audit log: one line for each call that changed something, or tried to. */
public final class Audit {
  private static final Logger LOG = LoggerFactory.getLogger("clockwise.audit");

  private Audit() {}

  /** Logs a change that was made and the revision that it led to. */
  public static void applied(Call call, long revision) {
    LOG.info(
        line(call.caller(), call.request().method().name(), call.request().path())
            + " revision="
            + revision
            + " result=applied reason="
            + quote(call.reason()));
  }

  /** Logs a call that changed nothing. */
  static void refused(Caller caller, String method, String path, String why) {
    LOG.info(line(caller, method, path) + " revision=- result=" + why);
  }

  private static String line(Caller caller, String method, String path) {
    return "actor="
        + quote(caller.actor())
        + " address="
        + caller.address()
        + " method="
        + method
        + " path="
        + quote(path);
  }

  /** Returns the text in quotes, on one line and without any character that a terminal obeys. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
              } else if (isInert(c)) {
                quoted.appendCodePoint(c);
              } else {
                quoted.append(String.format("\\u%04x", c));
              }
            });
    return quoted.append('"').toString();
  }

  private static boolean isInert(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.PRIVATE_USE ->
          false;
      default -> true;
    };
  }
}

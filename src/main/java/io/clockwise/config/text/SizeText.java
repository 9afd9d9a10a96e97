package io.clockwise.config.text;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: a whole number and a unit, {@code 512B 8KiB 16MiB 64KB}. */
public final class SizeText {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(B|KB|KiB|MB|MiB|GB|GiB)");
  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final long GIB = 1 << 30;

  private SizeText() {}

  /** Reads a size in bytes; {@code KB} is 1000, {@code KiB} 1024; empty when the text is none. */
  public static OptionalLong parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return OptionalLong.empty();
    }
    long unit =
        switch (form.group(2)) {
          case "B" -> 1;
          case "KB" -> 1_000;
          case "KiB" -> KIB;
          case "MB" -> 1_000_000;
          case "MiB" -> MIB;
          case "GB" -> 1_000_000_000;
          default -> GIB;
        };
    return OptionalLong.of(Long.parseLong(form.group(1)) * unit);
  }

  /**
   * Writes a size with the largest binary unit that leaves a whole number.
   *
   * @param bytes not negative
   */
  public static String of(long bytes) {
    if (bytes > 0 && bytes % GIB == 0) {
      return bytes / GIB + "GiB";
    }
    if (bytes > 0 && bytes % MIB == 0) {
      return bytes / MIB + "MiB";
    }
    return bytes > 0 && bytes % KIB == 0 ? bytes / KIB + "KiB" : bytes + "B";
  }
}

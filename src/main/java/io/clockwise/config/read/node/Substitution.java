package io.clockwise.config.read.node;

import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A scalar with its environment variables filled in.
 *
 * @param text with the values; as written when there is a fault
 * @param fault what was expected instead; empty: none
 * @param hint what to do about the fault
 */
record Substitution(String text, String fault, String hint) {
  private static final String LITERAL = "$${";
  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(:-([^}]*))?}");

  /** Fills in <code>${NAME}</code> and <code>${NAME:-default}</code>; <code>$${</code> escapes. */
  static Substitution of(String written, Function<String, @Nullable String> environment) {
    StringBuilder text = new StringBuilder();
    Matcher variable = VARIABLE.matcher(written);
    int at = 0;
    while (at < written.length()) {
      if (written.startsWith(LITERAL, at)) {
        text.append("${");
        at += LITERAL.length();
      } else if (!written.startsWith("${", at)) {
        text.append(written.charAt(at++));
      } else if (variable.region(at, written.length()).lookingAt()) {
        String name = variable.group(1);
        String value = environment.apply(name);
        value = value == null ? variable.group(3) : value;
        if (value == null) {
          return unset(written, name);
        }
        text.append(value);
        at = variable.end();
      } else {
        return new Substitution(
            written, "${NAME} or ${NAME:-default}", "write $${ for the two characters themselves");
      }
    }
    return new Substitution(text.toString(), "", "");
  }

  private static Substitution unset(String written, String name) {
    return new Substitution(
        written,
        "the environment variable " + name + " to be set",
        "set it, or give a default: ${" + name + ":-value}");
  }
}

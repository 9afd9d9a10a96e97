package io.clockwise.config.read.form;

import io.clockwise.config.read.node.Value;
import java.util.Optional;
import java.util.regex.Pattern;

/** Names and values of header fields, as documents write them. */
public final class FieldText {
  /** What the name of a field looks like. */
  public static final String NAME = "a field name such as X-Team";

  private static final String VALUE = "a field value: visible ASCII, blanks inside";
  private static final Pattern VALUE_FORM = Pattern.compile("([!-~]([ -~]*[!-~])?)?");

  private FieldText() {}

  /** Reads a field value; empty after a problem. */
  public static Optional<String> value(Value item) {
    Optional<String> text = item.text(VALUE);
    if (text.isPresent() && !VALUE_FORM.matcher(text.get()).matches()) {
      item.problem(VALUE, "");
      return Optional.empty();
    }
    return text;
  }

  /** Notes a problem when a name is not that of a field that may be changed, and returns it. */
  public static String changeable(Value item, String name) {
    if (!NameText.isToken(name)) {
      item.reading().problem(item.path(), "the name \"" + name + "\"", NAME, "");
    } else if (!NameText.isChangeableField(name)) {
      String hint = "it frames the message, belongs to one connection, or routes the request";
      item.reading().problem(item.path(), name, "a field that may be changed", hint);
    }
    return name;
  }
}

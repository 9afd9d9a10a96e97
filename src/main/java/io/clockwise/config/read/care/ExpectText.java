package io.clockwise.config.read.care;

import io.clockwise.config.HealthConfig.StatusRange;
import io.clockwise.config.read.node.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The key {@code expect} of a probe: statuses and ranges of them, as a text or a list. */
final class ExpectText {
  private static final String FORM =
      "statuses, 100 to 599, such as 200, 200-399, \"200,204\" or [200, 300-399]";
  private static final Pattern RANGE = Pattern.compile("([1-5][0-9]{2})(?:-([1-5][0-9]{2}))?");

  private ExpectText() {}

  static List<StatusRange> read(Value value) {
    List<StatusRange> ranges = new ArrayList<>();
    if (value.isScalar()) {
      ranges(value, ranges);
      return ranges;
    }
    int before = value.reading().findings().count();
    for (Value item : value.items(FORM)) {
      ranges(item, ranges);
    }
    if (ranges.isEmpty() && value.reading().findings().count() == before) {
      value.problem(FORM, "no answer would be well");
    }
    return ranges;
  }

  private static void ranges(Value value, List<StatusRange> ranges) {
    Optional<String> text = value.text(FORM);
    if (text.isEmpty()) {
      return;
    }
    for (String part : text.get().split(",", -1)) {
      Matcher range = RANGE.matcher(part.strip());
      if (!range.matches()) {
        value.problem(FORM, "");
        return;
      }
      int first = Integer.parseInt(range.group(1));
      int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
      if (last < first) {
        value.problem(FORM, "write the lower status first");
        return;
      }
      ranges.add(new StatusRange(first, last));
    }
  }
}

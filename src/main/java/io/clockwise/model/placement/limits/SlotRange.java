package io.clockwise.model.placement.limits;

import io.clockwise.model.placement.RedisClusterSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Slots of a Redis cluster that follow each other.
 *
 * @param first 0 to 16383
 * @param last {@code first} to 16383
 */
public record SlotRange(int first, int last) {
  /** What ranges look like. */
  public static final String EXPECTED = "slots 0 to 16383 such as 0-5460,6000";

  private static final Pattern FORM = Pattern.compile("([0-9]{1,5})(?:-([0-9]{1,5}))?");

  /** Reads ranges such as {@code 0-99,200}; none when that is not what the text says. */
  public static List<SlotRange> parse(String text) {
    List<SlotRange> ranges = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = FORM.matcher(part);
      if (!matcher.matches()) {
        return List.of();
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      if (first > last || last >= RedisClusterSlot.SLOTS) {
        return List.of();
      }
      ranges.add(new SlotRange(first, last));
    }
    return ranges;
  }
}

package io.clockwise.proxy.live;

import io.clockwise.proxy.wire.FieldName;
import io.clockwise.proxy.wire.HeadFields;
import org.jspecify.annotations.Nullable;

/** The media type of events: {@code text/event-stream}. */
public final class EventType {
  private static final String TYPE = "text/event-stream";

  private EventType() {}

  /** Tells whether a value of the field Content-Type is of this type; null: there is none. */
  public static boolean is(@Nullable String value) {
    return value != null
        && value.regionMatches(true, 0, TYPE, 0, TYPE.length())
        && (value.length() == TYPE.length() || isEnd(value.charAt(TYPE.length())));
  }

  /** Tells whether the fields of an answer say that it is of this type. */
  public static boolean isIn(HeadFields fields) {
    int type = fields.first(FieldName.CONTENT_TYPE);
    return type >= 0 && is(fields.bytes(), fields.valueFrom(type), fields.valueTo(type));
  }

  /** Tells whether such a value in these bytes is. */
  public static boolean is(byte[] bytes, int from, int to) {
    int end = from + TYPE.length();
    if (to < end || to > end && !isEnd((char) bytes[end])) {
      return false;
    }
    for (int i = 0; i < TYPE.length(); i++) {
      int octet = bytes[from + i];
      int lower = octet >= 'A' && octet <= 'Z' ? octet + 0x20 : octet;
      if (lower != TYPE.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isEnd(char next) {
    return next == ';' || next == ' ' || next == '\t';
  }
}

package io.clockwise.proxy.loop;

import io.clockwise.telemetry.accesslog.AccessRecord;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The id of one request: a text, or 128 bits that are its 32 hexadecimal digits. */
public final class RequestId {
  private @Nullable String text = ""; // null: the next two in its place
  private long high;
  private long low;

  /** Makes one that is not known yet. */
  RequestId() {}

  /** Forgets it. */
  void clear() {
    text = "";
  }

  /** Tells whether the request has one: all its attempts have the same. */
  public boolean isKnown() {
    return text == null || !text.isEmpty();
  }

  /** Tells whether it was made here, of bits. */
  public boolean isBits() {
    return text == null;
  }

  /** Sets the id. */
  public void set(String newText) {
    text = newText;
  }

  /** Sets the id, made of these bits. */
  public void set(long newHigh, long newLow) {
    text = null;
    high = newHigh;
    low = newLow;
  }

  /** Returns the first half of the bits. */
  public long high() {
    return high;
  }

  /** Returns the second half of the bits. */
  public long low() {
    return low;
  }

  /** Returns it as text; empty when it is not known. */
  public String text() {
    if (text != null) {
      return text;
    }
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low);
  }

  /** Tells the log. */
  void fill(AccessRecord record) {
    if (text == null) {
      record.requestId(high, low);
    } else {
      record.requestId(text);
    }
  }
}

package io.clockwise.route;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.clockwise.model.IpText;
import org.jspecify.annotations.Nullable;

/** What an event loop writes while it takes a key out of a request; used again for each. */
final class Extraction {
  /** The key as far as it is known. */
  final KeyBuffer key = new KeyBuffer();

  /** Room for the text of the client's address. */
  final StringBuilder address = new StringBuilder(IpText.MAX_LENGTH);

  /** Bounds of the capture of a key source's own path template. */
  final int[] templateBounds = new int[2];

  private int[] routeBounds = new int[16];
  private CharSequence text = "";
  private int start;
  private int end;

  /** Returns room for the bounds of so many captures of a route's path. */
  int[] routeBounds(int captures) {
    if (routeBounds.length < 2 * captures) {
      routeBounds = new int[2 * captures];
    }
    return routeBounds;
  }

  /** Returns the bounds of the captures of the route that matched last. */
  int[] routeBounds() {
    return routeBounds;
  }

  /** Notes a whole text as found; returns false when there is none. */
  boolean found(@Nullable CharSequence whole) {
    return whole != null && found(whole, 0, whole.length());
  }

  /** Notes a part of a text as found; returns false when it is empty. */
  boolean found(CharSequence whole, int from, int to) {
    text = whole;
    start = from;
    end = to;
    return from < to;
  }

  /** Narrows what was found to the capture of the first match; returns false without one. */
  boolean narrow(Pattern pattern) {
    boolean all = start == 0 && end == text.length();
    Matcher matcher = pattern.matcher(all ? text : text.subSequence(start, end));
    if (!matcher.find() || matcher.start(1) < 0) {
      return false;
    }
    return found(text, start + matcher.start(1), start + matcher.end(1));
  }

  /** Appends what was found to the key. */
  void appendFound() {
    key.append(text, start, end);
  }
}

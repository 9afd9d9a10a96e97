package io.clockwise.route;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.clockwise.model.IpText;
import io.clockwise.route.affinity.CookieCrumbs;
import org.jspecify.annotations.Nullable;

/** What an event loop writes while it takes a key out of a request; used again for each. */
final class Extraction {
  /** The key as far as it is known. */
  final KeyBuffer key = new KeyBuffer();

  /** Room for the text of the client's address. */
  final StringBuilder address = new StringBuilder(IpText.MAX_LENGTH);

  /** Bounds of the capture of a key source's own path template. */
  final int[] templateBounds = new int[2];

  /** What reads cookies. */
  final CookieCrumbs crumbs = new CookieCrumbs();

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

  /** Returns where a character stands next, or the end of the text. */
  static int end(CharSequence text, char mark, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != mark) {
      at++;
    }
    return at;
  }

  /** Tells whether a text stands at a place of another one. */
  static boolean begins(CharSequence text, int at, String part) {
    if (text.length() - at < part.length()) {
      return false;
    }
    for (int i = 0; i < part.length(); i++) {
      if (text.charAt(at + i) != part.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}

package io.clockwise.proxy.wire.octet;

/** The extensions of one chunk (RFC 9112 section 7.1.1), byte by byte. */
public final class ChunkExtensions {
  private static final int MOST_BYTES = 4 * 1024; // of one chunk

  private enum Place {
    BEFORE_SEMICOLON,
    BEFORE_NAME,
    NAME,
    BEHIND_NAME,
    BEFORE_VALUE,
    VALUE,
    QUOTED,
    ESCAPED,
    BEHIND_QUOTED
  }

  private Place place = Place.BEFORE_SEMICOLON;
  private int left;

  /** Begins behind the size of a chunk. */
  public void begin() {
    place = Place.BEFORE_SEMICOLON;
    left = MOST_BYTES;
  }

  /** Takes a byte that is no line end; tells whether it may stand there. */
  public boolean take(byte octet) {
    boolean blank = Octets.isBlank(octet);
    boolean token = Octets.is(octet, Octets.TOKEN);
    switch (place) {
      case BEFORE_SEMICOLON -> go(blank, place, octet == ';', Place.BEFORE_NAME);
      case BEFORE_NAME -> go(blank, place, token, Place.NAME);
      case NAME -> {
        if (!token) {
          behindName(octet, blank);
        }
      }
      case BEHIND_NAME -> behindName(octet, blank);
      case BEFORE_VALUE -> {
        if (octet == '"') {
          place = Place.QUOTED;
        } else {
          go(blank, place, token, Place.VALUE);
        }
      }
      case VALUE -> go(token, place, octet == ';' || blank, behindValue(octet));
      case QUOTED -> {
        if (octet == '"') {
          place = Place.BEHIND_QUOTED;
        } else {
          go(octet == '\\', Place.ESCAPED, Octets.is(octet, Octets.TEXT), place);
        }
      }
      case ESCAPED -> go(Octets.is(octet, Octets.TEXT), Place.QUOTED, false, place);
      case BEHIND_QUOTED -> go(false, place, octet == ';' || blank, behindValue(octet));
    }
    return --left >= 0;
  }

  private static Place behindValue(byte octet) {
    return octet == ';' ? Place.BEFORE_NAME : Place.BEFORE_SEMICOLON;
  }

  private void behindName(byte octet, boolean blank) {
    if (octet == ';') {
      place = Place.BEFORE_NAME;
    } else {
      go(blank, Place.BEHIND_NAME, octet == '=', Place.BEFORE_VALUE);
    }
  }

  private void go(boolean one, Place first, boolean other, Place second) {
    if (one) {
      place = first;
    } else if (other) {
      place = second;
    } else {
      left = 0;
    }
  }

  /** Tells whether the line may end here. */
  public boolean mayEnd() {
    return place == Place.NAME || place == Place.VALUE || place == Place.BEHIND_QUOTED;
  }
}

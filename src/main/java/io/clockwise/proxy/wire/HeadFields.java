package io.clockwise.proxy.wire;

import io.clockwise.proxy.wire.octet.Octets;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields of one head: where names and values stand in its bytes. One object is used for one
 * head after the other; it holds what was last read, as long as the bytes are not changed.
 */
public final class HeadFields {
  private static final int STRIDE = 4; // begin and end of the name, begin and end of the value
  private static final int FEW = 32;

  /** In place of a field: there is none. */
  public static final int NONE = -1;

  /** In place of a field: there is more than one. */
  public static final int SEVERAL = -2;

  private final int[] firsts = new int[FieldName.number()];
  private final int[] counts = new int[FieldName.number()];
  private int[] places = new int[FEW * STRIDE];
  private FieldName[] names = new FieldName[FEW];
  private byte[] bytes = {};
  private int count;
  private long present;

  HeadFields() {}

  void begin(byte[] of) {
    bytes = of;
    count = 0;
    present = 0;
  }

  /** Adds a field; the places of its value are without outer blanks. */
  FieldName add(int nameFrom, int nameTo, int valueFrom, int valueTo) {
    FieldName name = FieldName.of(bytes, nameFrom, nameTo);
    int index = name.index();
    if (count == names.length) {
      names = Arrays.copyOf(names, count * 2);
      places = Arrays.copyOf(places, count * 2 * STRIDE);
    }
    names[count] = name;
    int at = count * STRIDE;
    places[at] = nameFrom;
    places[at + 1] = nameTo;
    places[at + 2] = valueFrom;
    places[at + 3] = valueTo;
    if ((present & 1L << index) == 0) {
      present |= 1L << index;
      firsts[index] = count;
      counts[index] = 1;
    } else {
      counts[index]++;
    }
    count++;
    return name;
  }

  /** Returns the bytes that all places are in. */
  @SuppressWarnings("EI_EXPOSE_REP")
  public byte[] bytes() {
    return bytes;
  }

  /** Returns how many fields there are; they are numbered from 0 in the order of the head. */
  public int count() {
    return count;
  }

  /** Returns the name of a field. */
  public FieldName name(int field) {
    return names[field];
  }

  /** Returns where a field's name begins. */
  public int nameFrom(int field) {
    return places[field * STRIDE];
  }

  /** Returns where a field's name has ended. */
  public int nameTo(int field) {
    return places[field * STRIDE + 1];
  }

  /** Returns where a field's value begins, behind outer blanks. */
  public int valueFrom(int field) {
    return places[field * STRIDE + 2];
  }

  /** Returns where a field's value has ended, before outer blanks. */
  public int valueTo(int field) {
    return places[field * STRIDE + 3];
  }

  /** Tells whether there is a field of this name. */
  public boolean has(FieldName name) {
    return (present & 1L << name.index()) != 0;
  }

  /** Returns the first field of this name, or -1. */
  public int first(FieldName name) {
    return has(name) ? firsts[name.index()] : -1;
  }

  /** Returns how many fields have this name. */
  public int times(FieldName name) {
    return has(name) ? counts[name.index()] : 0;
  }

  /**
   * Tells whether a field has this name.
   *
   * @param lower in lower case
   */
  public boolean is(int field, String lower) {
    return Octets.equal(bytes, nameFrom(field), nameTo(field), lower);
  }

  /**
   * Returns the first field of any name, or -1.
   *
   * @param lower in lower case
   */
  public int find(byte[] lower) {
    for (int field = 0; field < count; field++) {
      int from = nameFrom(field);
      if (nameTo(field) - from == lower.length && matches(from, lower)) {
        return field;
      }
    }
    return -1;
  }

  private boolean matches(int from, byte[] lower) {
    for (int i = 0; i < lower.length; i++) {
      if (Octets.lower(bytes[from + i]) != lower[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the value of a field, each byte as the character of its number (Latin-1). */
  public String text(int field) {
    int from = valueFrom(field);
    return new String(bytes, from, valueTo(field) - from, StandardCharsets.ISO_8859_1);
  }

  /**
   * Tells whether one of the comma-separated values of a name lists a token; without regard to
   * case.
   *
   * @param lower in lower case
   */
  public boolean lists(FieldName name, String lower) {
    for (int field = first(name), left = times(name); left > 0; field++) {
      if (names[field] == name) {
        left--;
        if (listsAt(field, lower)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean listsAt(int field, String lower) {
    int end = valueTo(field);
    int from = valueFrom(field);
    while (from <= end) {
      int comma = from;
      while (comma < end && bytes[comma] != ',') {
        comma++;
      }
      int to = comma;
      while (from < to && Octets.isBlank(bytes[from])) {
        from++;
      }
      while (to > from && Octets.isBlank(bytes[to - 1])) {
        to--;
      }
      if (Octets.equal(bytes, from, to, lower)) {
        return true;
      }
      from = comma + 1;
    }
    return false;
  }

  /**
   * Finds the only field of a name.
   *
   * @return its place, or {@link #NONE}, or {@link #SEVERAL}
   */
  public int only(String name) {
    int found = NONE;
    for (int i = 0; i < count; i++) {
      if (isNamed(i, name)) {
        if (found != NONE) {
          return SEVERAL;
        }
        found = i;
      }
    }
    return found;
  }

  private boolean isNamed(int field, String name) {
    int from = nameFrom(field);
    if (nameTo(field) - from != name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      byte octet = bytes[from + i];
      byte c = (byte) name.charAt(i);
      if (octet != c && Octets.lower(octet) != Octets.lower(c)) {
        return false;
      }
    }
    return true;
  }
}

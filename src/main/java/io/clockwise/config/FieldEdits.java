package io.clockwise.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes of a message's fields, in this order: {@code remove}, {@code set}, {@code add}. Values
 * are sent as they stand. Fields that frame the message or belong to one connection cannot be
 * changed.
 *
 * @param set values in place of all that are there; default none
 * @param add values beside those that are there; default none
 * @param remove names; default none
 */
public record FieldEdits(Map<String, String> set, Map<String, String> add, List<String> remove) {
  /** No changes. */
  public static final FieldEdits NONE = new FieldEdits(Map.of(), Map.of(), List.of());

  /** Copies the collections, in their order. */
  public FieldEdits {
    set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
    add = Collections.unmodifiableMap(new LinkedHashMap<>(add));
    remove = List.copyOf(remove);
  }

  /** Tells whether nothing is changed. */
  public boolean isEmpty() {
    return set.isEmpty() && add.isEmpty() && remove.isEmpty();
  }
}

package io.clockwise.proxy.policy.rule;

import io.clockwise.config.FieldEdits;
import io.vertx.core.MultiMap;

/** Fields with a route's changes made. */
public final class EditedFields {
  private EditedFields() {}

  /** Makes the changes, in the order remove, set, add. */
  public static void apply(FieldEdits edits, MultiMap fields) {
    if (edits.isEmpty()) {
      return;
    }
    edits.remove().forEach(fields::remove);
    edits.set().forEach(fields::set);
    edits.add().forEach(fields::add);
  }
}

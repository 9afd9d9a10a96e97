package io.clockwise.admin.events;

import io.clockwise.event.ReloadOutcome;
import io.vertx.core.json.JsonObject;

/** What is told of a reload. */
final class ReloadData {
  private ReloadData() {}

  static JsonObject json(ReloadOutcome outcome, String actor) {
    JsonObject data = new JsonObject().put("actor", actor);
    if (outcome instanceof ReloadOutcome.Applied applied) {
      return data.put("result", "applied")
          .put("changed", applied.changed())
          .put("revision", applied.state().revision())
          .put("warnings", applied.warnings().size())
          .put("superseded", applied.superseded().size());
    }
    if (outcome instanceof ReloadOutcome.Invalid invalid) {
      return data.put("result", "invalid")
          .put("problems", invalid.problems().size())
          .put("problem", invalid.problems().get(0).toString());
    }
    return data.put("result", "unreadable")
        .put("problem", ((ReloadOutcome.Unreadable) outcome).problem());
  }
}

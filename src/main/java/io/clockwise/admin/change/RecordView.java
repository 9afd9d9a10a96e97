package io.clockwise.admin.change;

import io.clockwise.admin.api.BackendView;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Edit;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** An accepted change, in JSON. */
final class RecordView {
  private RecordView() {}

  /** Returns the record. */
  static JsonObject json(ChangeRecord record) {
    ChangeRecord.Cause cause = record.cause();
    JsonArray pools = new JsonArray();
    record.effect().pools().stream().sorted().forEach(pools::add);
    JsonArray changes = new JsonArray();
    record.inWords().forEach(changes::add);
    JsonArray edits = new JsonArray();
    record.effect().edits().stream().map(RecordView::edit).forEach(edits::add);
    return new JsonObject()
        .put("revision", record.revision())
        .put("kind", record.kind().name().toLowerCase(Locale.ROOT))
        .put("actor", cause.actor())
        .put("reason", cause.reason())
        .put("time", cause.time().toString())
        .put("instance", cause.instance())
        .put("changeId", record.changeId())
        .put("parent", record.place().parent())
        .put("hash", record.hash())
        .put("pools", pools)
        .put("changes", changes)
        .put("edits", edits);
  }

  private static JsonObject edit(Edit edit) {
    return new JsonObject()
        .put("pool", edit.pool())
        .put("id", edit.id())
        .put("from", BackendView.settings(edit.from()))
        .put("to", BackendView.settings(edit.to()));
  }
}

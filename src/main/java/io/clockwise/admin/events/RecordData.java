package io.clockwise.admin.events;

import io.clockwise.event.ChangeRecord;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;

/** What is told of an accepted change; all of it is at {@code /v1/revisions}. */
final class RecordData {
  private static final int MOST_CHANGES = 20;

  private RecordData() {}

  static JsonObject json(ChangeRecord record) {
    List<String> all = record.inWords();
    List<String> changes = all.stream().limit(MOST_CHANGES).toList();
    return new JsonObject()
        .put("revision", record.revision())
        .put("kind", record.kind().name().toLowerCase(Locale.ROOT))
        .put("actor", record.cause().actor())
        .put("reason", record.cause().reason())
        .put("time", record.cause().time().toString())
        .put("pools", new JsonArray(record.effect().pools().stream().sorted().toList()))
        .put("changes", new JsonArray(changes))
        .put("moreChanges", all.size() - changes.size());
  }
}

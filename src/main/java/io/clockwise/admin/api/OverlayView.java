package io.clockwise.admin.api;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.IntentState;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.Drain;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Objects;

/** What the API has changed, in JSON. */
public final class OverlayView {
  private OverlayView() {}

  /** Returns the entries as a list. */
  public static JsonArray entries(IntentState state) {
    JsonArray entries = new JsonArray();
    state
        .overlay()
        .forEach(
            (pool, backends) ->
                backends.forEach(
                    (id, entry) ->
                        entries.add(
                            new JsonObject()
                                .put("pool", pool)
                                .put("id", id)
                                .put("base", BackendView.settings(entry.base()))
                                .put("wanted", BackendView.settings(entry.wanted()))
                                .put("leaving", isLeaving(state, pool, id)))));
    return entries;
  }

  /**
   * Returns where each changed value comes from: by the path of a backend, or of one of its fields,
   * {@code {"source": "api"}} with what the document says.
   */
  static JsonObject origin(IntentState state) {
    JsonObject origin = new JsonObject();
    state
        .overlay()
        .forEach(
            (pool, backends) ->
                backends.forEach(
                    (id, entry) -> addOrigin(origin, "pools." + pool + ".backends." + id, entry)));
    return origin;
  }

  private static void addOrigin(JsonObject origin, String path, OverlayEntry entry) {
    BackendConfig base = entry.base();
    BackendConfig wanted = entry.wanted();
    if (base == null || wanted == null) {
      origin.put(
          path,
          new JsonObject().put("source", "api").put("change", base == null ? "added" : "removed"));
      return;
    }
    JsonObject was = Objects.requireNonNull(BackendView.settings(base));
    for (Map.Entry<String, Object> field : Objects.requireNonNull(BackendView.settings(wanted))) {
      Object inFile = was.getValue(field.getKey());
      if (!field.getValue().equals(inFile)) {
        origin.put(
            path + "." + field.getKey(), new JsonObject().put("source", "api").put("file", inFile));
      }
    }
  }

  private static boolean isLeaving(IntentState state, String pool, String id) {
    Drain drain = state.head().drain(pool, id);
    return drain != null && drain.terms().leaves();
  }
}

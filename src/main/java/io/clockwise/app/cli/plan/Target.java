package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.JsonTree;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One backend that a command is about.
 *
 * @param address empty when nobody has looked
 * @param state what operators want of it; empty when nobody has looked
 */
public record Target(String pool, String id, String address, String state) {

  /** Returns a backend by its name alone. */
  public static Target named(String pool, String id) {
    return new Target(pool, id, "", "");
  }

  static Target of(String pool, JsonTree backend) {
    return new Target(
        pool, backend.text("id"), backend.text("address"), backend.text("adminState"));
  }

  /** Returns the path of the backend, or of what stands below it. */
  public ApiPath path(String... below) {
    return ApiPath.ofBackend(pool, id, below);
  }

  /** Returns one operation on this backend, for a change of several. */
  public Map<String, Object> change(Map<String, ?> operation) {
    Map<String, Object> change = new LinkedHashMap<>(operation);
    change.put("pool", pool);
    change.put("id", id);
    return change;
  }

  @Override
  public String toString() {
    return pool + "/" + id;
  }
}

package io.clockwise.endure;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * What a pool has to be like, by the changes that were acknowledged. Immutable.
 *
 * @param members by id
 */
record PoolModel(Map<String, Backend> members) {
  private static final int MOST = 12;
  private static final int PORTS = 20_000;

  /** A backend as the API shows it. */
  record Backend(String address, int weight, String state) {
    private BackendConfig config(String id) {
      return new BackendConfig(
          id,
          BackendAddress.parse(address).orElseThrow(),
          weight,
          AdminState.valueOf(state.toUpperCase(Locale.ROOT)));
    }
  }

  /** A transaction on one pool, and what it leads to. */
  record Step(JsonArray changes, PoolModel after) {}

  /** Reads what the API shows of a pool. */
  static PoolModel of(JsonObject pool) {
    Map<String, Backend> members = new TreeMap<>();
    JsonArray backends = pool.getJsonArray("backends");
    for (int i = 0; i < backends.size(); i++) {
      JsonObject backend = backends.getJsonObject(i);
      members.put(
          backend.getString("id"),
          new Backend(
              backend.getString("address"),
              backend.getInteger("weight"),
              backend.getString("adminState")));
    }
    return new PoolModel(members);
  }

  /** Returns the fingerprint of the placement that these members have. */
  String digest(PoolConfig pool) {
    List<BackendConfig> backends = new ArrayList<>();
    members.forEach((id, backend) -> backends.add(backend.config(id)));
    return Forecast.digest(Forecast.placement(pool.withBackends(backends)));
  }

  /** Returns one to three changes at random; the first backend stays as it is. */
  Step step(String pool, Random random) {
    Map<String, Backend> next = new TreeMap<>(members);
    Map<String, JsonObject> changes = new TreeMap<>(); // one for each backend
    int count = random.nextInt(4) > 0 ? 1 : 2 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      List<String> ids = members.keySet().stream().skip(1).toList();
      String id =
          ids.size() < 2 || ids.size() < MOST && random.nextInt(3) == 0
              ? "x" + random.nextInt(1_000_000)
              : ids.get(random.nextInt(ids.size()));
      if (!changes.containsKey(id)) {
        changes.put(id, change(next, id, random).put("pool", pool).put("id", id));
      }
    }
    return new Step(new JsonArray(List.copyOf(changes.values())), new PoolModel(next));
  }

  private static JsonObject change(Map<String, Backend> next, String id, Random random) {
    Backend was = next.get(id);
    String address = "127.0.0.1:" + (PORTS + random.nextInt(10_000));
    int weight = 1 + random.nextInt(5);
    JsonObject change = new JsonObject();
    if (was == null) {
      next.put(id, new Backend(address, weight, "ready"));
      return change.put("op", "add").put("address", address).put("weight", weight);
    }
    switch (random.nextInt(6)) {
      case 0 -> {
        next.remove(id);
        return change.put("op", "remove");
      }
      case 1 -> {
        next.put(id, new Backend(address, was.weight(), was.state()));
        return change.put("op", "set").put("address", address);
      }
      case 2, 3 -> {
        next.put(id, new Backend(was.address(), weight, was.state()));
        return change.put("op", "set").put("weight", weight);
      }
      default -> {
        String state = List.of("ready", "drain", "maint").get(random.nextInt(3));
        next.put(id, new Backend(was.address(), was.weight(), state));
        return change.put("op", state);
      }
    }
  }
}

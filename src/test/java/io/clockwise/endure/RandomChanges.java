package io.clockwise.endure;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Transactions at random, each as the API takes it and as the change it stands for. Three backends
 * of each pool stay open.
 */
final class RandomChanges {
  private static final int FEWEST_OPEN = 3;

  /** A transaction. */
  record Transaction(JsonObject body, List<BackendChange> changes) {}

  private record Wanted(int weight, AdminState state) {
    boolean isOpen() {
      return weight > 0 && state == AdminState.READY;
    }
  }

  /** Where a backend that is added is found. */
  @FunctionalInterface
  interface Addresses {
    /** Returns the address of a pool's n-th backend. */
    String of(int pool, int number);
  }

  private final Random random;
  private final Addresses addresses;
  private final List<Map<String, Wanted>> pools = new ArrayList<>();
  private final int[] made;

  RandomChanges(Random random, int pools, int backends, Addresses addresses) {
    this.random = random;
    this.addresses = addresses;
    this.made = new int[pools];
    for (int pool = 0; pool < pools; pool++) {
      Map<String, Wanted> members = new TreeMap<>();
      for (int i = 0; i < backends; i++) {
        members.put(id(pool, made[pool]++), new Wanted(1, AdminState.READY));
      }
      this.pools.add(members);
    }
  }

  static String pool(int pool) {
    return "p" + pool;
  }

  static String id(int pool, int number) {
    return "p" + pool + "-" + number;
  }

  /** Returns the next one: one to five changes of different backends. */
  Transaction next() {
    JsonArray operations = new JsonArray();
    List<BackendChange> changes = new ArrayList<>();
    Set<String> touched = new HashSet<>();
    int count = 1 + random.nextInt(5);
    while (changes.size() < count) {
      int pool = random.nextInt(pools.size());
      JsonObject operation = new JsonObject().put("pool", pool(pool));
      BackendChange change =
          random.nextInt(4) == 0 ? add(pool, operation) : other(pool, operation, touched);
      if (change != null) {
        touched.add(change.id());
        operations.add(operation);
        changes.add(change);
      }
    }
    return new Transaction(new JsonObject().put("changes", operations), changes);
  }

  private BackendChange add(int pool, JsonObject operation) {
    int number = made[pool]++;
    String id = id(pool, number);
    int weight = random.nextInt(4);
    String address = addresses.of(pool, number);
    pools.get(pool).put(id, new Wanted(weight, AdminState.READY));
    operation.put("op", "add").put("id", id).put("address", address).put("weight", weight);
    return new BackendChange.Add(
        pool(pool),
        new BackendConfig(
            id, BackendAddress.parse(address).orElseThrow(), weight, AdminState.READY));
  }

  private BackendChange other(int pool, JsonObject operation, Set<String> touched) {
    Map<String, Wanted> members = pools.get(pool);
    List<String> ids = List.copyOf(members.keySet());
    String id = ids.get(random.nextInt(ids.size()));
    long open = members.values().stream().filter(Wanted::isOpen).count();
    boolean needed = members.get(id).isOpen() && open <= FEWEST_OPEN;
    if (touched.contains(id)) {
      return null;
    }
    operation.put("id", id);
    int kind = random.nextInt(5);
    if (kind == 0) {
      return wish(pool, id, AdminState.READY, operation);
    } else if (kind == 1) {
      int weight = random.nextInt(needed ? 1 : 0, 5);
      members.put(id, new Wanted(weight, members.get(id).state()));
      operation.put("op", "set").put("weight", weight);
      return new BackendChange.Set(pool(pool), id, OptionalInt.of(weight), Optional.empty());
    } else if (needed) {
      return null;
    } else if (kind == 2) {
      members.remove(id);
      operation.put("op", "remove");
      return new BackendChange.Remove(pool(pool), id);
    }
    return wish(pool, id, kind == 3 ? AdminState.DRAIN : AdminState.MAINT, operation);
  }

  private BackendChange wish(int pool, String id, AdminState state, JsonObject operation) {
    pools.get(pool).computeIfPresent(id, (same, was) -> new Wanted(was.weight(), state));
    operation.put("op", state.name().toLowerCase(java.util.Locale.ROOT));
    return new BackendChange.Wish(pool(pool), id, state);
  }
}

package io.clockwise.control.intent;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The rules of the overlay said another way: a set value for each field, and marks for what was
 * added and removed.
 */
final class FieldModel {
  private Map<String, BackendConfig> file = Map.of();
  private final Map<String, BackendConfig> added = new HashMap<>();
  private final Set<String> removed = new HashSet<>();
  private final Map<String, Integer> weights = new HashMap<>();
  private final Map<String, BackendAddress> addresses = new HashMap<>();
  private final Map<String, AdminState> states = new HashMap<>();

  Map<String, BackendConfig> effective() {
    Map<String, BackendConfig> all = new HashMap<>(added);
    file.forEach(
        (id, b) -> {
          if (!removed.contains(id)) {
            all.put(
                id,
                new BackendConfig(
                    id,
                    addresses.getOrDefault(id, b.address()),
                    weights.getOrDefault(id, b.weight()),
                    states.getOrDefault(id, b.state())));
          }
        });
    return all;
  }

  /** Returns whether the change is possible, and makes it. */
  boolean change(BackendChange change) {
    String id = change.id();
    boolean present = effective().containsKey(id);
    if (change instanceof BackendChange.Add add) {
      if (!present) {
        take(add.backend());
      }
      return !present;
    }
    if (!present) {
      return false;
    }
    if (change instanceof BackendChange.Remove) {
      forget(id);
      if (added.remove(id) == null) {
        removed.add(id);
      }
      return true;
    }
    BackendConfig now = effective().get(id);
    if (change instanceof BackendChange.Wish wish) {
      take(now.withState(wish.state()));
    } else if (change instanceof BackendChange.Set set) {
      take(
          now.withWeight(set.weight().orElse(now.weight()))
              .withAddress(set.address().orElse(now.address())));
    }
    return true;
  }

  private void take(BackendConfig wanted) {
    String id = wanted.id();
    removed.remove(id);
    if (!file.containsKey(id)) {
      added.put(id, wanted);
      return;
    }
    put(weights, id, wanted.weight(), file.get(id).weight());
    put(addresses, id, wanted.address(), file.get(id).address());
    put(states, id, wanted.state(), file.get(id).state());
  }

  private static <T> void put(Map<String, T> fields, String id, T wanted, T inFile) {
    if (wanted.equals(inFile)) {
      fields.remove(id);
    } else {
      fields.put(id, wanted);
    }
  }

  private void forget(String id) {
    weights.remove(id);
    addresses.remove(id);
    states.remove(id);
  }

  /** The file changes; always possible. */
  boolean edit(Map<String, BackendConfig> next) {
    Map<String, BackendConfig> before = file;
    file = next;
    before.forEach(
        (id, old) -> {
          BackendConfig now = next.get(id);
          if (now == null || !now.equals(old)) {
            removed.remove(id);
          }
          if (now == null) {
            forget(id);
            return;
          }
          dropIf(weights, id, now.weight() != old.weight());
          dropIf(addresses, id, !now.address().equals(old.address()));
          dropIf(states, id, now.state() != old.state());
        });
    next.forEach(
        (id, now) -> {
          BackendConfig api = added.remove(id);
          boolean resting = api != null && api.state() != AdminState.READY;
          if (resting && now.state() == AdminState.READY) {
            states.put(id, api.state());
          }
        });
    return true;
  }

  private static void dropIf(Map<String, ?> fields, String id, boolean changed) {
    if (changed) {
      fields.remove(id);
    }
  }
}

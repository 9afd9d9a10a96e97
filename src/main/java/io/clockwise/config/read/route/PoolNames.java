package io.clockwise.config.read.route;

import io.clockwise.config.read.node.Shown;
import io.clockwise.config.read.node.Suggestion;
import io.clockwise.config.read.node.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The names that a route may lead to.
 *
 * @param all empty: the pools are missing, which is reported already
 */
record PoolNames(Set<String> all) {
  private static final int MOST_SHOWN = 10;

  /** Returns the only one, or an empty text. */
  String only() {
    return all.size() == 1 ? all.iterator().next() : "";
  }

  /** Reads one of them; an empty text after a problem. */
  String read(Value value) {
    Optional<String> name = value.text("the name of a pool");
    if (name.isPresent() && !all.isEmpty() && !all.contains(name.get())) {
      String hint = Suggestion.hint(name.get(), all);
      value.problem(
          "the name of a pool: " + shown(),
          hint.isEmpty() ? "add it under pools, or name another" : hint);
    }
    return name.orElse("");
  }

  /** Returns them as messages list them. */
  String shown() {
    List<String> names = new ArrayList<>(all.stream().limit(MOST_SHOWN).map(Shown::plain).toList());
    if (all.size() > MOST_SHOWN) {
      names.add("... (" + all.size() + " in all)");
    }
    return Value.oneOf(names);
  }
}

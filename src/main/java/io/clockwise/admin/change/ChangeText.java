package io.clockwise.admin.change;

import io.clockwise.admin.form.BackendFields;
import io.clockwise.admin.form.DrainTerms;
import io.clockwise.admin.http.JsonFields;
import io.clockwise.admin.http.Problem;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.admin.http.Suggestion;
import io.clockwise.config.BackendConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** The operations of a transaction, as a body says them. */
final class ChangeText {
  private static final String OP = "op";
  private static final String POOL = "pool";
  private static final List<String> TARGET = List.of(OP, POOL, BackendFields.ID);
  private static final List<String> OPS =
      List.of("add", "set", "put", "remove", "drain", "ready", "maint", "revert");

  private final Members members;

  /**
   * What operations come to.
   *
   * @param changes in order
   * @param operations for each change, which operation it comes from
   */
  record Read(List<BackendChange> changes, List<Integer> operations) {
    /** Returns where the body says a change. */
    String place(int change) {
      return "/" + JsonFields.CHANGES + "/" + operations.get(change);
    }
  }

  /** Reads operations on the backends of a state; for one reading. */
  ChangeText(IntentState state) {
    this.members = new Members(state);
  }

  /**
   * Returns the changes that operations come to, in their order: each finds the backends as those
   * before it leave them.
   *
   * @throws Refusal that points to the operation
   */
  Read read(List<JsonFields> operations) {
    if (operations.isEmpty()) {
      throw Refusal.ofField(
          ProblemType.INVALID,
          JsonFields.CHANGES,
          "no change is given: {\"changes\": [{\"op\": \"drain\", \"pool\": ..., \"id\": ...}]}");
    }
    List<BackendChange> changes = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      List<BackendChange> own = read(operations.get(i), i);
      own.forEach(members::take);
      changes.addAll(own);
      places.addAll(Collections.nCopies(own.size(), i));
    }
    return new Read(changes, places);
  }

  private List<BackendChange> read(JsonFields fields, int index) {
    try {
      return read(fields);
    } catch (Refusal refusal) {
      Problem problem = refusal.problem();
      throw new Refusal(problem.below("/" + JsonFields.CHANGES + "/" + index));
    }
  }

  private List<BackendChange> read(JsonFields fields) {
    String op = required(fields, OP);
    return switch (op) {
      case "add" -> {
        known(fields, BackendFields.ALL);
        BackendConfig backend = BackendFields.backend(fields);
        yield List.of(new BackendChange.Add(required(fields, POOL), backend));
      }
      case "put" -> {
        known(fields, BackendFields.ALL);
        BackendConfig backend = BackendFields.backend(fields);
        yield List.of(new BackendChange.Put(required(fields, POOL), backend));
      }
      case "set" -> {
        known(fields, List.of(BackendFields.ADDRESS, BackendFields.WEIGHT));
        yield set(fields);
      }
      case "drain" -> {
        known(
            fields,
            List.of(
                BackendFields.ADDRESS, DrainTerms.DEADLINE, DrainTerms.THEN, DrainTerms.HARD_STOP));
        yield each(fields, place -> DrainTerms.of(fields, false, place.pool(), place.id()));
      }
      case "ready" -> wish(fields, AdminState.READY);
      case "maint" -> wish(fields, AdminState.MAINT);
      case "remove" -> {
        known(fields, List.of(BackendFields.ADDRESS));
        yield each(fields, place -> new BackendChange.Remove(place.pool(), place.id()));
      }
      case "revert" -> {
        known(fields, List.of());
        String pool = required(fields, POOL);
        yield List.of(new BackendChange.Revert(pool, required(fields, BackendFields.ID)));
      }
      default ->
          throw Refusal.ofField(
              ProblemType.INVALID, OP, "unknown op '" + op + "'" + Suggestion.sentence(op, OPS));
    };
  }

  private List<BackendChange> wish(JsonFields fields, AdminState wished) {
    known(fields, List.of(BackendFields.ADDRESS));
    return each(fields, place -> new BackendChange.Wish(place.pool(), place.id(), wished));
  }

  /* The address is the new one here, so it does not select. */
  private List<BackendChange> set(JsonFields fields) {
    OptionalInt weight = BackendFields.weight(fields);
    Optional<BackendAddress> address = BackendFields.address(fields);
    if (weight.isEmpty() && address.isEmpty()) {
      throw Refusal.of(ProblemType.INVALID, "nothing to set: give 'weight', 'address' or both");
    }
    Selection selection =
        new Selection(
            new Glob(required(fields, POOL)), new Glob(required(fields, BackendFields.ID)), null);
    return selection.of(members).stream()
        .<BackendChange>map(
            place -> new BackendChange.Set(place.pool(), place.id(), weight, address))
        .toList();
  }

  private List<BackendChange> each(
      JsonFields fields, Function<Selection.Place, BackendChange> change) {
    Optional<Glob> address = fields.text(BackendFields.ADDRESS).map(Glob::new);
    Optional<String> id = fields.text(BackendFields.ID);
    if (id.isEmpty() && address.isEmpty()) {
      throw Refusal.ofField(
          ProblemType.INVALID, BackendFields.ID, "the field 'id' is missing, or 'address'");
    }
    Selection selection =
        new Selection(
            new Glob(fields.text(POOL).orElse("*")),
            new Glob(id.orElse("*")),
            address.orElse(null));
    return selection.of(members).stream().map(change).toList();
  }

  private static String required(JsonFields fields, String name) {
    return fields
        .text(name)
        .orElseThrow(
            () ->
                Refusal.ofField(ProblemType.INVALID, name, "the field '" + name + "' is missing"));
  }

  private static void known(JsonFields fields, List<String> more) {
    for (String name : fields.names()) {
      if (!TARGET.contains(name) && !more.contains(name)) {
        throw Refusal.ofField(
            ProblemType.INVALID,
            name,
            "unknown field '"
                + name
                + "' of this op"
                + Suggestion.sentence(
                    name, java.util.stream.Stream.concat(TARGET.stream(), more.stream()).toList()));
      }
    }
  }
}

package io.clockwise.control.journal.format;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Drain;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What was asked for as JSON: the operation, the backend, and what the operation needs. */
final class ChangeCodec {
  private static final int MAX_WEIGHT = 65_535;

  private ChangeCodec() {}

  static Map<String, Object> write(BackendChange change) {
    if (change instanceof BackendChange.Add add) {
      return whole("add", add.pool(), add.backend());
    }
    if (change instanceof BackendChange.Put put) {
      return whole("put", put.pool(), put.backend());
    }
    if (change instanceof BackendChange.Set set) {
      Map<String, Object> fields = named("set", change);
      fields.put("weight", set.weight().isPresent() ? set.weight().getAsInt() : null);
      fields.put("address", set.address().map(BackendAddress::toString).orElse(null));
      return fields;
    }
    if (change instanceof BackendChange.Wish wish) {
      Map<String, Object> fields = named("wish", change);
      fields.put("state", Fields.word(wish.state()));
      return fields;
    }
    if (change instanceof BackendChange.Drained drained) {
      return drained(drained);
    }
    if (change instanceof BackendChange.End end) {
      Map<String, Object> fields = named("end", change);
      fields.put("drain", end.drain());
      fields.put("outcome", Fields.word(end.outcome()));
      return fields;
    }
    return named(change instanceof BackendChange.Remove ? "remove" : "revert", change);
  }

  private static Map<String, Object> whole(String op, String pool, BackendConfig backend) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("op", op);
    fields.put("pool", pool);
    fields.put("backend", BackendCodec.write(backend));
    return fields;
  }

  private static Map<String, Object> named(String op, BackendChange change) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("op", op);
    fields.put("pool", change.pool());
    fields.put("id", change.id());
    return fields;
  }

  private static Map<String, Object> drained(BackendChange.Drained drained) {
    Drain.Then then = drained.then();
    Map<String, Object> fields = named("drain", drained);
    fields.put("deadline", text(drained.deadline()));
    fields.put("then", then == null ? null : Fields.word(then));
    fields.put("hardStop", text(drained.hardStop()));
    fields.put("strict", drained.strict());
    return fields;
  }

  private static @Nullable String text(@Nullable Duration duration) {
    return duration == null ? null : duration.toString();
  }

  static BackendChange read(Fields fields) throws Misread {
    String op = fields.text("op");
    String pool = fields.text("pool");
    return switch (op) {
      case "add" -> new BackendChange.Add(pool, fields.object("backend", BackendCodec::read));
      case "put" -> new BackendChange.Put(pool, fields.object("backend", BackendCodec::read));
      case "set" -> readSet(pool, fields);
      case "wish" ->
          new BackendChange.Wish(pool, fields.text("id"), fields.word("state", AdminState.class));
      case "drain" -> readDrained(pool, fields);
      case "end" ->
          new BackendChange.End(
              pool,
              fields.text("id"),
              fields.text("drain"),
              fields.word("outcome", Drain.Outcome.class));
      case "remove" -> new BackendChange.Remove(pool, fields.text("id"));
      case "revert" -> new BackendChange.Revert(pool, fields.text("id"));
      default -> throw Misread.foreign("operation '" + op + "'");
    };
  }

  private static BackendChange readSet(String pool, Fields fields) throws Misread {
    String id = fields.text("id");
    Integer weight = fields.orNull("weight", f -> f.number("weight", MAX_WEIGHT));
    BackendAddress address = fields.orNull("address", BackendCodec::address);
    return new BackendChange.Set(
        pool,
        id,
        weight == null ? OptionalInt.empty() : OptionalInt.of(weight),
        Optional.ofNullable(address));
  }

  private static BackendChange readDrained(String pool, Fields fields) throws Misread {
    return new BackendChange.Drained(
        pool,
        fields.text("id"),
        fields.orNull("deadline", f -> f.duration("deadline")),
        fields.orNull("then", f -> f.word("then", Drain.Then.class)),
        fields.orNull("hardStop", f -> f.duration("hardStop")),
        fields.flag("strict"));
  }
}

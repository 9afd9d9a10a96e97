package io.clockwise.control.journal.format;

import io.clockwise.model.Drain;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Drains as JSON; times as in RFC 3339, durations as in ISO 8601. */
final class DrainCodec {
  private DrainCodec() {}

  static @Nullable Map<String, Object> write(@Nullable Drain drain) {
    if (drain == null) {
      return null;
    }
    Drain.Terms terms = drain.terms();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", drain.id());
    fields.put("since", drain.since().toString());
    fields.put("deadline", drain.deadline().toString());
    fields.put("then", Fields.word(terms.then()));
    fields.put("hardStop", terms.hardStop().toString());
    fields.put("window", terms.window().toString());
    fields.put("strict", terms.strict());
    fields.put("leaves", terms.leaves());
    fields.put("outcome", Fields.word(drain.outcome()));
    return fields;
  }

  static Drain read(Fields fields) throws Misread {
    return new Drain(
        fields.text("id"),
        fields.time("since"),
        fields.time("deadline"),
        new Drain.Terms(
            fields.word("then", Drain.Then.class),
            fields.duration("hardStop"),
            fields.duration("window"),
            fields.flag("strict"),
            fields.flag("leaves")),
        fields.word("outcome", Drain.Outcome.class));
  }
}

package io.clockwise.config.read.session;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Suggestion;
import io.clockwise.config.read.node.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The key {@code affinity} of a pool: a word, or a mapping with one of two keys. */
final class AffinitySection {
  private static final String FORM =
      "none, cookie, table, or a mapping such as { cookie: { maxAge: 8h } }";
  private static final List<String> WORDS = List.of("none", "cookie", "table");
  private static final int FEWEST_ENTRIES = 1000;
  private static final int MOST_ENTRIES = 1 << 24;

  private AffinitySection() {}

  static AffinityConfig read(Value value) {
    if (value.isScalar()) {
      return value.text(FORM).map(word -> shortForm(word, value)).orElse(AffinityConfig.NONE);
    }
    return read(value, value.fields(FORM));
  }

  private static AffinityConfig shortForm(String word, Value value) {
    if (!WORDS.contains(word)) {
      value.problem(FORM, Suggestion.hint(word, WORDS));
    }
    return switch (word) {
      case "cookie" -> AffinityConfig.Cookie.DEFAULT;
      case "table" -> AffinityConfig.Table.DEFAULT;
      default -> AffinityConfig.NONE;
    };
  }

  private static AffinityConfig read(Value value, Fields fields) {
    Optional<Value> cookie = fields.get("cookie");
    Optional<Value> table = fields.get("table");
    fields.done();
    if (cookie.isPresent() && table.isPresent()) {
      if (fields.has("cookie") == fields.has("table")) {
        String hint = "a cookie binds clients, a table binds keys";
        value.reading().problem(value.path(), "cookie and table", "one of them", hint);
      }
      return fields.has("table") ? table(table.get()) : CookieSection.read(cookie.get());
    }
    if (cookie.isPresent()) {
      return CookieSection.read(cookie.get());
    }
    if (table.isPresent()) {
      return table(table.get());
    }
    if (fields.entries().isEmpty() && !fields.isBroken()) {
      value.problem(FORM, "");
    }
    return AffinityConfig.NONE;
  }

  private static AffinityConfig table(Value value) {
    Fields fields = value.fields("a mapping such as { idle: 10m }");
    AffinityConfig.Table normal = AffinityConfig.Table.DEFAULT;
    AffinityConfig table =
        new AffinityConfig.Table(
            fields.duration("idle", Duration.ofSeconds(1), Duration.ofHours(24), normal.idle()),
            fields.integer("entries", FEWEST_ENTRIES, MOST_ENTRIES, normal.entries()));
    fields.done();
    return table;
  }
}

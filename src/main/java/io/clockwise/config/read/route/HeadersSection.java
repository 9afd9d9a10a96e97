package io.clockwise.config.read.route;

import io.clockwise.config.FieldEdits;
import io.clockwise.config.HeadersConfig;
import io.clockwise.config.read.form.FieldText;
import io.clockwise.config.read.form.NameText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The key {@code headers} of a route, and conditions on fields. */
final class HeadersSection {
  private static final String NAME = FieldText.NAME;

  private HeadersSection() {}

  static HeadersConfig read(Value value) {
    Fields fields = value.fields("a mapping such as { request: { set: { X-Team: shop } } }");
    HeadersConfig headers =
        new HeadersConfig(
            fields.get("request").map(HeadersSection::edits).orElse(FieldEdits.NONE),
            fields.get("response").map(HeadersSection::edits).orElse(FieldEdits.NONE));
    fields.done();
    return headers;
  }

  private static FieldEdits edits(Value value) {
    Fields fields = value.fields("a mapping with set, add and remove");
    FieldEdits edits =
        new FieldEdits(
            fields.get("set").map(HeadersSection::changeable).orElse(Map.of()),
            fields.get("add").map(HeadersSection::changeable).orElse(Map.of()),
            fields.get("remove").map(HeadersSection::names).orElse(List.of()));
    fields.done();
    return edits;
  }

  private static List<String> names(Value list) {
    List<String> names = new ArrayList<>();
    for (Value item : list.items("a list of field names such as [X-Powered-By]")) {
      item.text(NAME).ifPresent(name -> names.add(FieldText.changeable(item, name)));
    }
    return names;
  }

  private static Map<String, String> changeable(Value value) {
    Map<String, String> values = values(value);
    value.fields("").entries().forEach((name, item) -> FieldText.changeable(item, name));
    return values;
  }

  /** Reads a mapping from field names to values. */
  static Map<String, String> values(Value value) {
    Map<String, String> values = new LinkedHashMap<>();
    value
        .fields("a mapping from field names to values such as { X-Team: shop }")
        .entries()
        .forEach((name, item) -> FieldText.value(item).ifPresent(text -> values.put(name, text)));
    return values;
  }

  /** Reads conditions: values, or {@code *}. */
  static Map<String, String> conditions(Value value) {
    Map<String, String> conditions = values(value);
    for (String name : conditions.keySet()) {
      if (!NameText.isToken(name)) {
        value.reading().problem(value.path(), "the name \"" + name + "\"", NAME, "");
      }
    }
    return conditions;
  }
}

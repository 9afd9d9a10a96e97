package io.clockwise.control.journal.format;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.Edit;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Backends, and what changes of them, as JSON. */
final class BackendCodec {
  private static final int MAX_WEIGHT = 65_535;

  private BackendCodec() {}

  static @Nullable Map<String, Object> write(@Nullable BackendConfig backend) {
    if (backend == null) {
      return null;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", backend.id());
    fields.put("address", backend.address().toString());
    fields.put("weight", backend.weight());
    fields.put("state", Fields.word(backend.state()));
    fields.put("placementName", backend.placementName());
    if (backend.standby()) {
      fields.put("standby", true);
    }
    if (!backend.zone().isEmpty()) {
      fields.put("zone", backend.zone());
    }
    return fields;
  }

  static BackendConfig read(Fields fields) throws Misread {
    return new BackendConfig(
        fields.text("id"),
        address(fields),
        fields.number("weight", MAX_WEIGHT),
        fields.word("state", AdminState.class),
        fields.text("placementName"),
        fields.flagOrFalse("standby"),
        fields.textOrEmpty("zone"));
  }

  static BackendAddress address(Fields fields) throws Misread {
    String text = fields.text("address");
    return BackendAddress.parseBackend(text)
        .orElseThrow(() -> Misread.damaged("'" + text + "' is not an address"));
  }

  static Map<String, Object> write(Edit edit) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("pool", edit.pool());
    fields.put("id", edit.id());
    fields.put("base", write(edit.base()));
    fields.put("from", write(edit.from()));
    fields.put("to", write(edit.to()));
    fields.put("drain", DrainCodec.write(edit.drain()));
    return fields;
  }

  static Edit readEdit(Fields fields) throws Misread {
    return new Edit(
        fields.text("pool"),
        fields.text("id"),
        fields.objectOrNull("base", BackendCodec::read),
        fields.objectOrNull("from", BackendCodec::read),
        fields.objectOrNull("to", BackendCodec::read),
        fields.objectOrNull("drain", DrainCodec::read));
  }

  static Map<String, Object> write(OverlayEntry entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("base", write(entry.base()));
    fields.put("wanted", write(entry.wanted()));
    if (entry.scaled() != 0) {
      fields.put("scaled", entry.scaled());
    }
    return fields;
  }

  static OverlayEntry readEntry(Fields fields) throws Misread {
    return new OverlayEntry(
        fields.objectOrNull("base", BackendCodec::read),
        fields.objectOrNull("wanted", BackendCodec::read),
        fields.numberOrZero("scaled"));
  }
}

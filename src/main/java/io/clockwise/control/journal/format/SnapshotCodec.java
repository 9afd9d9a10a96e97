package io.clockwise.control.journal.format;

import io.clockwise.event.Head;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All that a log knows as one line of JSON: the head, and the records that are still held. */
public final class SnapshotCodec {
  private SnapshotCodec() {}

  /** Returns the text of a snapshot. */
  public static String write(Chronicle chronicle) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("format", RecordCodec.FORMAT);
    fields.put("fleet", "");
    fields.put("head", fields(chronicle.head()));
    fields.put("records", chronicle.records().stream().map(RecordCodec::whole).toList());
    return JsonText.write(fields);
  }

  /** Reads a text; the records in it have been checked before it was written. */
  public static Reading<Chronicle> read(String text) {
    try {
      Fields fields = JsonText.read(text);
      RecordCodec.checkFormat(fields);
      Head head = fields.object("head", SnapshotCodec::readHead);
      Chronicle read = new Chronicle(head, fields.objects("records", RecordCodec::read));
      fields.end();
      return new Reading.Read<>(read);
    } catch (Misread e) {
      return e.reading();
    }
  }

  private static Map<String, Object> fields(Head head) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("revision", head.revision());
    fields.put("hash", head.hash());
    fields.put("fileHash", head.fileFingerprint());
    fields.put("overlay", each(head.overlay(), BackendCodec::write));
    fields.put("members", each(head.members(), BackendCodec::write));
    fields.put("drains", each(head.drains(), DrainCodec::write));
    fields.put("poolRevisions", new TreeMap<>(head.poolRevisions()));
    return fields;
  }

  private static <T> Map<String, Object> each(
      Map<String, Map<String, T>> all, Function<T, @Nullable Map<String, Object>> form) {
    Map<String, Object> pools = new LinkedHashMap<>();
    all.forEach(
        (pool, values) -> {
          Map<String, Object> written = new LinkedHashMap<>();
          values.forEach((id, value) -> written.put(id, form.apply(value)));
          pools.put(pool, written);
        });
    return pools;
  }

  private static Head readHead(Fields fields) throws Misread {
    return new Head(
        fields.number("revision"),
        fields.text("hash"),
        fields.text("fileHash"),
        readEach(fields, "overlay", BackendCodec::readEntry),
        readEach(fields, "members", BackendCodec::read),
        readEach(fields, "drains", DrainCodec::read),
        Collections.unmodifiableMap(fields.numbers("poolRevisions")));
  }

  private static <T> Map<String, Map<String, T>> readEach(
      Fields fields, String name, Fields.Form<T> form) throws Misread {
    return Collections.unmodifiableMap(
        fields.named(name, pool -> Collections.unmodifiableMap(pool.all(form))));
  }
}

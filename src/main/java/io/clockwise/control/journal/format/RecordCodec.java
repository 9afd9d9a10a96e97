package io.clockwise.control.journal.format;

import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ChangeRecord.Cause;
import io.clockwise.event.ChangeRecord.Effect;
import io.clockwise.event.ChangeRecord.Kind;
import io.clockwise.event.ChangeRecord.Place;
import io.clockwise.event.Head;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/*
 * The hash is the last field and the SHA-256 of the text without it. So a record is checked by its
 * own text, also by a version that would write it otherwise; nothing is written again to compare.
 */
/** Records as one line of canonical JSON, and the chain that they make. */
public final class RecordCodec {
  /** The number of the format. */
  public static final int FORMAT = 1;

  private static final String HASH = ",\"hash\":\"";
  private static final String END = "\"}";

  private RecordCodec() {}

  /** Returns a record at the place behind a head. */
  public static ChangeRecord place(ChangeRecord draft, Head head) {
    ChangeRecord placed = draft.at(new Place(head.revision() + 1, head.hash(), ""));
    String hash = sha256(JsonText.write(fields(placed)));
    return placed.at(new Place(placed.revision(), head.hash(), hash));
  }

  /** Returns the text of a record that has its place. */
  public static String write(ChangeRecord record) {
    return JsonText.write(whole(record));
  }

  /** Reads a text and checks its hash. */
  public static Reading<ChangeRecord> read(String text) {
    try {
      Fields fields = JsonText.read(text);
      ChangeRecord record = read(fields);
      fields.end();
      String hash = HASH + record.hash() + END;
      int length = text.length() - hash.length();
      return text.endsWith(hash) && sha256(text.substring(0, length) + "}").equals(record.hash())
          ? new Reading.Read<>(record)
          : new Reading.Damaged<>("the hash is not that of the record");
    } catch (Misread e) {
      return e.reading();
    }
  }

  /** Returns all fields but the hash. */
  private static Map<String, Object> fields(ChangeRecord record) {
    Cause cause = record.cause();
    Effect effect = record.effect();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("format", FORMAT);
    fields.put("fleet", "");
    fields.put("revision", record.revision());
    fields.put("parent", record.place().parent());
    fields.put("changeId", record.changeId());
    fields.put("phase", "committed");
    fields.put("scope", "instance");
    fields.put("kind", Fields.word(cause.kind()));
    fields.put("actor", cause.actor());
    fields.put("instance", cause.instance());
    fields.put("time", cause.time().toString());
    fields.put("reason", cause.reason());
    fields.put("fileHash", effect.fileFingerprint());
    fields.put("pools", effect.pools().stream().sorted().toList());
    fields.put("changes", record.changes().stream().map(ChangeCodec::write).toList());
    fields.put("edits", effect.edits().stream().map(BackendCodec::write).toList());
    return fields;
  }

  /** Returns all fields. */
  static Map<String, Object> whole(ChangeRecord record) {
    Map<String, Object> fields = fields(record);
    fields.put("hash", record.hash());
    return fields;
  }

  /** Takes a record out of its fields; does not look at the hash. */
  static ChangeRecord read(Fields fields) throws Misread {
    checkFormat(fields);
    long revision = fields.number("revision");
    String parent = fields.text("parent");
    String changeId = fields.text("changeId");
    fields.only("phase", "committed");
    fields.only("scope", "instance");
    Kind kind = fields.word("kind", Kind.class);
    String actor = fields.text("actor");
    String instance = fields.text("instance");
    var time = fields.time("time");
    Cause cause = new Cause(kind, actor, fields.text("reason"), time, instance);
    String fileHash = fields.text("fileHash");
    List<String> pools = fields.texts("pools");
    var changes = fields.objects("changes", ChangeCodec::read);
    Effect effect =
        new Effect(fileHash, Set.copyOf(pools), fields.objects("edits", BackendCodec::readEdit));
    Place place = new Place(revision, parent, fields.text("hash"));
    return new ChangeRecord(place, changeId, cause, changes, effect);
  }

  /** Takes the fields that every line begins with. */
  static void checkFormat(Fields fields) throws Misread {
    long format = fields.number("format");
    if (format != FORMAT) {
      throw Misread.foreign("format " + format + "; this version knows format " + FORMAT);
    }
    fields.only("fleet", "");
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

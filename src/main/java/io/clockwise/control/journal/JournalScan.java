package io.clockwise.control.journal;

import io.clockwise.control.journal.format.Chronicle;
import io.clockwise.control.journal.format.JournalLine;
import io.clockwise.control.journal.format.Reading;
import io.clockwise.control.journal.format.RecordCodec;
import io.clockwise.control.journal.format.SnapshotCodec;
import io.clockwise.event.ChangeRecord;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the bytes of a journal say. */
sealed interface JournalScan {

  /**
   * All of it is good, but perhaps for a last line that was being written when the process ended.
   *
   * @param chronicle what it adds up to
   * @param snapshot length of the first line
   * @param length of what is good
   * @param records behind the snapshot
   */
  record Whole(Chronicle chronicle, long snapshot, long length, int records)
      implements JournalScan {}

  /**
   * Something in it is not what was written.
   *
   * @param line the first that is not, from 1
   * @param reason for people
   * @param revision no smaller than that of any record that was in it, as far as can be told
   */
  record Damaged(int line, String reason, long revision) implements JournalScan {}

  /**
   * A newer version wrote it.
   *
   * @param line the first that is not understood, from 1
   * @param reason names what is not known
   */
  record Foreign(int line, String reason) implements JournalScan {}

  /**
   * Reads a journal.
   *
   * @param keep how many records of Clockwise itself are held, and how many others
   */
  static JournalScan of(byte[] bytes, int keep) {
    return new Pass(bytes, keep).scan();
  }

  /** One way through. */
  final class Pass {
    private static final Pattern REVISION = Pattern.compile("\"revision\":(\\d{1,15})");

    private final byte[] bytes;
    private final int keep;
    private @Nullable Chronicle chronicle;
    private long snapshot;
    private long good;
    private int records;
    private int line;
    private @Nullable Damaged damage;
    private @Nullable Foreign foreign;
    private long highest;

    private Pass(byte[] bytes, int keep) {
      this.bytes = bytes;
      this.keep = keep;
    }

    private JournalScan scan() {
      for (int from = 0; from < bytes.length && foreign == null; ) {
        int end = from;
        while (end < bytes.length && bytes[end] != '\n') {
          end++;
        }
        line++;
        take(from, end);
        from = end + 1;
      }
      if (foreign != null) {
        return foreign;
      }
      if (damage == null && chronicle == null) {
        damage(bytes.length == 0 ? "the file is empty" : "there is no snapshot");
      }
      if (damage != null) {
        return new Damaged(damage.line(), damage.reason(), highest);
      }
      return new Whole(known(), snapshot, good, records);
    }

    private Chronicle known() {
      return chronicle == null ? Chronicle.EMPTY : chronicle;
    }

    private void take(int from, int end) {
      boolean last = end >= bytes.length - 1;
      String text = JournalLine.read(bytes, from, end);
      if (text != null && end < bytes.length) {
        take(text, from, end);
      } else if (!last || chronicle == null || JournalLine.holdsSeveral(bytes, from, end)) {
        damage(from, end, "its checksum is wrong");
      } // else it was being written, and nobody was told that it is there
    }

    private void take(String text, int from, int end) {
      good = end + 1L;
      if (line == 1) {
        chronicle = value(SnapshotCodec.read(text), from, end);
        snapshot = good;
        highest = known().revision();
        return;
      }
      ChangeRecord record = value(RecordCodec.read(text), from, end);
      if (record != null) {
        highest = Math.max(highest, record.revision());
        records++;
        follow(record);
      }
    }

    private void follow(ChangeRecord record) {
      Chronicle before = chronicle;
      if (before == null || damage != null) {
        return;
      }
      if (record.revision() == before.revision() + 1
          && record.place().parent().equals(before.head().hash())) {
        chronicle = before.after(record, keep);
      } else {
        damage("it does not follow the line before it");
      }
    }

    private <T> @Nullable T value(Reading<T> reading, int from, int end) {
      if (reading instanceof Reading.Read<T> read) {
        return read.value();
      }
      if (reading instanceof Reading.Foreign<T> other) {
        foreign = new Foreign(line, other.reason());
      } else {
        damage(from, end, ((Reading.Damaged<T>) reading).reason());
      }
      return null;
    }

    /* Numbers are not given twice, so even one in a line that cannot be trusted counts. */
    private void damage(int from, int end, String reason) {
      String text = new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
      Matcher found = REVISION.matcher(text);
      while (found.find()) {
        highest = Math.max(highest, Long.parseLong(found.group(1)));
      }
      damage(reason);
    }

    private void damage(String reason) {
      if (damage == null) {
        damage = new Damaged(Math.max(1, line), reason, 0);
      }
    }
  }
}

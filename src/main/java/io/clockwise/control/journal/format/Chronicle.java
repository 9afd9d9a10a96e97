package io.clockwise.control.journal.format;

import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Head;
import io.clockwise.event.IntentLog.Later;
import java.util.ArrayList;
import java.util.List;

/**
 * What an intent log knows at one revision. Immutable.
 *
 * @param head the newest accepted state
 * @param records those that are still held, oldest first; there may be gaps between them
 */
public record Chronicle(Head head, List<ChangeRecord> records) {
  /** Before the first record. */
  public static final Chronicle EMPTY = new Chronicle(Head.EMPTY, List.of());

  /** Copies the list. */
  public Chronicle {
    records = List.copyOf(records);
  }

  /** Returns the newest revision. */
  public long revision() {
    return head.revision();
  }

  /**
   * Returns what is known after one more record.
   *
   * @param keep how many records of Clockwise itself are held, and how many others
   */
  public Chronicle after(ChangeRecord record, int keep) {
    List<ChangeRecord> held = new ArrayList<>(records);
    held.add(record);
    boolean system = isSystem(record);
    if (held.stream().filter(each -> isSystem(each) == system).count() > keep) {
      for (int i = 0; i < held.size(); i++) {
        if (isSystem(held.get(i)) == system) {
          held.remove(i);
          break;
        }
      }
    }
    return new Chronicle(head.after(record), held);
  }

  private static boolean isSystem(ChangeRecord record) {
    return record.kind() == ChangeRecord.Kind.SYSTEM
        || record.kind() == ChangeRecord.Kind.AUTOSCALE;
  }

  /** Returns the records after a revision, if all of them are held. */
  public Later since(long revision) {
    int first = records.size();
    long before = revision(); // that of the record before the first
    while (first > 0 && before > revision && records.get(first - 1).revision() == before) {
      first--;
      before--;
    }
    return before > revision
        ? new Later.Gap(before + 1)
        : new Later.Records(records.subList(first, records.size()));
  }
}

package io.clockwise.control.journal;

import io.clockwise.control.journal.format.Chronicle;
import io.clockwise.control.journal.format.JournalLine;
import io.clockwise.control.journal.format.RecordCodec;
import io.clockwise.control.journal.format.SnapshotCodec;
import io.clockwise.event.ChangeRecord;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** The bytes of a journal, and what it adds up to after each line. */
record SampleJournal(byte[] bytes, List<Integer> ends, List<Chronicle> states) {
  static final int KEEP = 100;

  static SampleJournal of(Chronicle first, List<ChangeRecord> drafts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<Integer> ends = new ArrayList<>();
    List<Chronicle> states = new ArrayList<>(List.of(first));
    bytes.writeBytes(JournalLine.write(SnapshotCodec.write(first)));
    ends.add(bytes.size());
    for (ChangeRecord draft : drafts) {
      Chronicle last = states.get(states.size() - 1);
      ChangeRecord record = RecordCodec.place(draft, last.head());
      bytes.writeBytes(JournalLine.write(RecordCodec.write(record)));
      ends.add(bytes.size());
      states.add(last.after(record, KEEP));
    }
    return new SampleJournal(bytes.toByteArray(), ends, states);
  }

  static SampleJournal small() {
    Chronicle first = of(Chronicle.EMPTY, List.of(Drafts.file("abc"))).last();
    return of(first, List.of(Drafts.weight(2), Drafts.weight(3), Drafts.weight(4)));
  }

  Chronicle last() {
    return states.get(states.size() - 1);
  }

  /** Returns how many lines are whole in so many bytes. */
  int whole(int length) {
    return (int) ends.stream().filter(end -> end <= length).count();
  }
}

package io.clockwise.control.journal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.event.ChangeRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class CodecProperties {

  @Property(tries = 2_000)
  void aRecordReadsBackAsItWasWritten(@ForAll long seed) {
    RandomIntent random = new RandomIntent(seed);
    ChangeRecord record = RecordCodec.place(random.draft(), random.chronicle(3).head());
    String text = RecordCodec.write(record);
    assertThat(RecordCodec.read(text)).isEqualTo(new Reading.Read<>(record));
    assertThat(text.chars()).allMatch(c -> c >= ' ' && c < 0x80);

    byte[] line = JournalLine.write(text);
    assertThat(JournalLine.read(line, 0, line.length - 1)).isEqualTo(text);
    assertThat(JournalLine.holdsSeveral(line, 0, line.length - 1)).isFalse();
  }

  @Property(tries = 500)
  void aSnapshotReadsBackAsItWasWritten(@ForAll long seed) {
    Chronicle chronicle = new RandomIntent(seed).chronicle(12);
    String text = SnapshotCodec.write(chronicle);
    Reading<Chronicle> reading = SnapshotCodec.read(text);
    assertThat(reading).isEqualTo(new Reading.Read<>(chronicle));
    Chronicle read = ((Reading.Read<Chronicle>) reading).value();
    assertThat(SnapshotCodec.write(read)).as("in the same order").isEqualTo(text);
    byte[] line = JournalLine.write(text);
    assertThat(JournalLine.holdsSeveral(line, 0, line.length - 1)).isFalse();
  }

  @Property(tries = 300)
  void twoLinesInOneAreSeen(@ForAll long seed) {
    RandomIntent random = new RandomIntent(seed);
    Chronicle chronicle = random.chronicle(3);
    String first = RecordCodec.write(RecordCodec.place(random.draft(), chronicle.head()));
    String second = RecordCodec.write(RecordCodec.place(random.draft(), chronicle.head()));
    byte[] both =
        (new String(JournalLine.write(first), StandardCharsets.US_ASCII).strip()
                + "?"
                + new String(JournalLine.write(second), StandardCharsets.US_ASCII))
            .getBytes(StandardCharsets.US_ASCII);
    assertThat(JournalLine.read(both, 0, both.length - 1)).isNull();
    assertThat(JournalLine.holdsSeveral(both, 0, both.length - 1)).isTrue();
  }

  @Property(tries = 300)
  void anotherParentIsAnotherHash(@ForAll long seed) {
    RandomIntent random = new RandomIntent(seed);
    Chronicle before = random.chronicle(3);
    ChangeRecord draft = random.draft();
    ChangeRecord one = RecordCodec.place(draft, before.head());
    Chronicle other = before.after(one, 3);
    assertThat(List.of(one.revision(), one.place().parent()))
        .isEqualTo(List.of(before.revision() + 1, before.head().hash()));
    assertThat(one.hash()).matches("[0-9a-f]{64}");
    assertThat(RecordCodec.place(draft, other.head()).hash()).isNotEqualTo(one.hash());
    assertThat(RecordCodec.place(draft, before.head())).isEqualTo(one);
  }
}

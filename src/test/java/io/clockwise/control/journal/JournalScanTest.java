package io.clockwise.control.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.control.journal.format.JournalLine;
import io.clockwise.control.journal.format.RecordCodec;
import io.clockwise.event.ChangeRecord;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class JournalScanTest {
  private static final int KEEP = SampleJournal.KEEP;

  @Test
  void aWholeJournalIsRead() {
    SampleJournal sample = SampleJournal.small();
    assertThat(JournalScan.of(sample.bytes(), KEEP))
        .isEqualTo(
            new JournalScan.Whole(sample.last(), sample.ends().get(0), sample.bytes().length, 3));
  }

  @Test
  void cutAnywhereItIsWhatTheWholeLinesSay() {
    SampleJournal sample = SampleJournal.small();
    for (int length = 0; length <= sample.bytes().length; length++) {
      JournalScan scan = JournalScan.of(Arrays.copyOf(sample.bytes(), length), KEEP);
      int whole = sample.whole(length);
      if (whole == 0) {
        assertThat(scan).as("%d bytes", length).isInstanceOf(JournalScan.Damaged.class);
      } else {
        assertThat(scan)
            .as("%d bytes", length)
            .isEqualTo(
                new JournalScan.Whole(
                    sample.states().get(whole - 1),
                    sample.ends().get(0),
                    sample.ends().get(whole - 1),
                    whole - 1));
      }
    }
  }

  @Test
  void aTailOfZerosIsCut() {
    SampleJournal sample = SampleJournal.small();
    int end = sample.bytes().length;
    for (int good : List.of(end, end - 1, end - 100, sample.ends().get(2) + 1)) {
      byte[] tail = Arrays.copyOf(Arrays.copyOf(sample.bytes(), good), end + 4096);
      JournalScan.Whole scan = (JournalScan.Whole) JournalScan.of(tail, KEEP);
      assertThat(scan.chronicle()).isEqualTo(sample.states().get(good == end ? 3 : 2));
    }
  }

  @Test
  void aBitThatIsOtherIsNeverTakenForSomethingElse() {
    SampleJournal sample = SampleJournal.small();
    int lastLine = sample.ends().get(2);
    for (int at = 0; at < sample.bytes().length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] bytes = sample.bytes().clone();
        bytes[at] ^= (byte) (1 << bit);
        JournalScan scan = JournalScan.of(bytes, KEEP);
        if (at < lastLine || scan instanceof JournalScan.Damaged) {
          assertThat(scan).as("bit %d of byte %d", bit, at).isInstanceOf(JournalScan.Damaged.class);
          assertThat(((JournalScan.Damaged) scan).line()).isEqualTo(sample.whole(at) + 1);
        } else {
          assertThat(((JournalScan.Whole) scan).chronicle()).isEqualTo(sample.states().get(2));
          assertThat(((JournalScan.Whole) scan).length()).isEqualTo(lastLine);
        }
      }
    }
  }

  @Test
  void numbersGoOnBehindTheNewestThatCanBeRead() {
    SampleJournal sample = SampleJournal.small();
    assertThat(damaged(sample, 3)).isEqualTo(4);
    assertThat(damaged(sample, sample.ends().get(0) + 3)).isEqualTo(4);
    byte[] head = Arrays.copyOf(sample.bytes(), sample.ends().get(0));
    head[3] ^= 1;
    assertThat(((JournalScan.Damaged) JournalScan.of(head, KEEP)).revision()).isEqualTo(1);
    assertThat(((JournalScan.Damaged) JournalScan.of(new byte[0], KEEP)))
        .isEqualTo(new JournalScan.Damaged(1, "the file is empty", 0));
  }

  private static long damaged(SampleJournal sample, int at) {
    byte[] bytes = sample.bytes().clone();
    bytes[at] ^= 1;
    return ((JournalScan.Damaged) JournalScan.of(bytes, KEEP)).revision();
  }

  @Test
  void aBrokenChainIsDamage() {
    SampleJournal one = SampleJournal.small();
    List<ChangeRecord> records = one.last().records();
    for (List<Integer> order : List.of(List.of(1, 3), List.of(2), List.of(1, 2, 2), List.of(0))) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.writeBytes(Arrays.copyOf(one.bytes(), one.ends().get(0)));
      order.forEach(i -> bytes.writeBytes(JournalLine.write(RecordCodec.write(records.get(i)))));
      assertThat(JournalScan.of(bytes.toByteArray(), KEEP))
          .as("%s", order)
          .isInstanceOfSatisfying(
              JournalScan.Damaged.class,
              damaged ->
                  assertThat(damaged.reason()).isEqualTo("it does not follow the line before it"));
    }
  }

  @Test
  void anotherParentIsDamage() {
    SampleJournal one = SampleJournal.small();
    SampleJournal other =
        SampleJournal.of(one.states().get(0), List.of(Drafts.weight(5), Drafts.weight(6)));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(one.bytes(), 0, one.ends().get(1));
    bytes.write(other.bytes(), other.ends().get(1), other.ends().get(2) - other.ends().get(1));
    assertThat(JournalScan.of(bytes.toByteArray(), KEEP))
        .isEqualTo(new JournalScan.Damaged(3, "it does not follow the line before it", 3));
  }

  @Test
  void aChecksumDoesNotMakeARecordOfText() {
    SampleJournal sample = SampleJournal.small();
    assertThat(JournalScan.of(with(sample, "{}"), KEEP))
        .isEqualTo(new JournalScan.Damaged(5, "format is missing", 4));
    ChangeRecord last = sample.last().records().get(3);
    String forged = RecordCodec.write(last).replace("\"actor\":\"ann\"", "\"actor\":\"eve\"");
    assertThat(JournalScan.of(with(sample, forged), KEEP))
        .isEqualTo(new JournalScan.Damaged(5, "the hash is not that of the record", 4));
  }

  @Test
  void whatIsTooNewIsSaidEvenBehindDamage() {
    SampleJournal sample = SampleJournal.small();
    byte[] bytes = with(sample, "{\"format\":2}");
    String reason = "too new: format 2; this version knows format 1";
    assertThat(JournalScan.of(bytes, KEEP)).isEqualTo(new JournalScan.Foreign(5, reason));
    bytes[3] ^= 1;
    assertThat(JournalScan.of(bytes, KEEP)).isEqualTo(new JournalScan.Foreign(5, reason));
    assertThat(JournalScan.of(JournalLine.write("{\"format\":3}"), KEEP))
        .isInstanceOf(JournalScan.Foreign.class);
  }

  private static byte[] with(SampleJournal sample, String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(sample.bytes());
    bytes.writeBytes(JournalLine.write(text));
    return bytes.toByteArray();
  }
}

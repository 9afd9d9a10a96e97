package io.clockwise.control.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.control.journal.format.RandomIntent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class JournalScanProperties {

  @Property(tries = 200)
  void anyRecordsAreReadBack(
      @ForAll long seed, @ForAll @IntRange(max = 100) int cutPercent, @ForAll int flip) {
    RandomIntent random = new RandomIntent(seed);
    SampleJournal sample =
        SampleJournal.of(
            random.chronicle(4), List.of(random.draft(), random.draft(), random.draft()));
    assertThat(((JournalScan.Whole) JournalScan.of(sample.bytes(), SampleJournal.KEEP)).chronicle())
        .isEqualTo(sample.last());

    int length = sample.bytes().length * cutPercent / 100;
    JournalScan cut = JournalScan.of(Arrays.copyOf(sample.bytes(), length), SampleJournal.KEEP);
    if (sample.whole(length) > 0) {
      assertThat(((JournalScan.Whole) cut).chronicle())
          .isEqualTo(sample.states().get(sample.whole(length) - 1));
    }

    int at = Math.floorMod(flip, sample.ends().get(2));
    byte[] bytes = sample.bytes().clone();
    bytes[at] ^= (byte) (1 << Math.floorMod(flip >> 16, 8));
    assertThat(JournalScan.of(bytes, SampleJournal.KEEP))
        .as(() -> new String(bytes, StandardCharsets.ISO_8859_1))
        .isInstanceOf(JournalScan.Damaged.class);
  }
}

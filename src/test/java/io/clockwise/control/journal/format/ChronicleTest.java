package io.clockwise.control.journal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ChangeRecord.Kind;
import io.clockwise.event.IntentLog.Later;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChronicleTest {

  private static Chronicle of(int keep, Kind... kinds) {
    Chronicle chronicle = Chronicle.EMPTY;
    for (Kind kind : kinds) {
      ChangeRecord draft =
          new ChangeRecord("c", new ChangeRecord.Cause(kind, "", "", Instant.EPOCH, ""), List.of());
      chronicle = chronicle.after(RecordCodec.place(draft, chronicle.head()), keep);
    }
    return chronicle;
  }

  private static List<Long> revisions(List<ChangeRecord> records) {
    return records.stream().map(ChangeRecord::revision).toList();
  }

  private static List<Long> since(Chronicle chronicle, long revision) {
    return revisions(((Later.Records) chronicle.since(revision)).records());
  }

  @Test
  void systemRecordsPushNoOthersOut() {
    Chronicle chronicle =
        of(2, Kind.FILE, Kind.OPERATOR, Kind.SYSTEM, Kind.SYSTEM, Kind.SYSTEM, Kind.SYSTEM);
    assertThat(revisions(chronicle.records())).containsExactly(1L, 2L, 5L, 6L);
    assertThat(revisions(of(2, Kind.SYSTEM, Kind.FILE, Kind.OPERATOR, Kind.ROLLBACK).records()))
        .containsExactly(1L, 3L, 4L);
  }

  @Test
  void theHeadIsThatOfAllRecords() {
    Chronicle chronicle = of(1, Kind.FILE, Kind.FILE, Kind.FILE);
    assertThat(chronicle.revision()).isEqualTo(3);
    assertThat(chronicle.head().hash()).isEqualTo(chronicle.records().get(0).hash());
  }

  @Test
  void whatFollowsIsCompleteOrAGap() {
    Chronicle chronicle =
        of(2, Kind.FILE, Kind.OPERATOR, Kind.SYSTEM, Kind.SYSTEM, Kind.SYSTEM, Kind.SYSTEM);
    assertThat(since(chronicle, 6)).isEmpty();
    assertThat(since(chronicle, 9)).isEmpty();
    assertThat(since(chronicle, 5)).containsExactly(6L);
    assertThat(since(chronicle, 4)).containsExactly(5L, 6L);
    assertThat(chronicle.since(3)).isEqualTo(new Later.Gap(5));
    assertThat(chronicle.since(0)).isEqualTo(new Later.Gap(5));
    assertThat(since(of(2, Kind.FILE, Kind.SYSTEM, Kind.FILE), 0)).containsExactly(1L, 2L, 3L);
    assertThat(since(Chronicle.EMPTY, 0)).isEmpty();
  }
}

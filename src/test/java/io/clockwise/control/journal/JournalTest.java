package io.clockwise.control.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.control.journal.ReopeningLog.Journals;
import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Head;
import io.clockwise.event.IntentLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest extends IntentLogContract {
  private static final JournalTerms SHORT = new JournalTerms(3, 4, 1 << 20, Duration.ofSeconds(10));

  @TempDir Path directory;
  private final List<Journal> open = new ArrayList<>();

  @Override
  IntentLog empty() {
    return kept(Journals.open(directory));
  }

  private Journal kept(Journal journal) {
    open.add(journal);
    return journal;
  }

  @AfterEach
  void close() {
    open.forEach(Journal::close);
  }

  private Journal open(JournalTerms terms) {
    return kept(
        Journals.opened(
            new JournalStart(directory, InstantSource.system(), new Disk(), terms).open()));
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(directory.resolve("journal.log"), StandardCharsets.US_ASCII);
  }

  @Test
  void whatWasAcceptedIsThereAgain() {
    Journal first = kept(Journals.open(directory));
    committed(get(first.append(0, Drafts.file("abc"))));
    committed(get(first.append(1, Drafts.weight(7))));
    Head head = get(first.head());
    List<ChangeRecord> history = get(first.history());
    first.close();

    Journal second = kept(Journals.open(directory));
    assertThat(get(second.head())).isEqualTo(head);
    assertThat(get(second.history())).isEqualTo(history).hasSize(2);
    assertThat(committed(get(second.append(2, Drafts.weight(8)))).place().parent())
        .isEqualTo(head.hash());
  }

  @Test
  void aLongJournalBeginsAnewWithASnapshot() throws IOException {
    Journal journal = open(SHORT);
    List<Long> bytes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      assertThat(journal.status().records()).isEqualTo(i);
      assertThat(lines()).hasSize(i + 1);
      committed(get(journal.append(i, Drafts.weight(i))));
      bytes.add(journal.status().bytes());
    }
    // what is appended next comes behind the snapshot
    committed(get(journal.append(4, Drafts.weight(4))));
    assertThat(lines()).hasSize(2);
    assertThat(journal.status())
        .isEqualTo(new JournalStatus(null, Files.size(directory.resolve("journal.log")), 1));
    assertThat(bytes).isSorted();
    Head head = get(journal.head());
    List<ChangeRecord> history = get(journal.history());
    assertThat(history).extracting(ChangeRecord::revision).containsExactly(3L, 4L, 5L);
    journal.close();

    Journal again = open(SHORT);
    assertThat(get(again.head())).isEqualTo(head);
    assertThat(get(again.history())).isEqualTo(history);
    assertThat(again.status().records()).isEqualTo(1);
  }

  @Test
  void manyBytesAreLongAsWell() throws IOException {
    Journal journal = open(new JournalTerms(1, 1000, 1, Duration.ofSeconds(10)));
    long before = 0;
    for (int i = 0; i < 20; i++) {
      committed(get(journal.append(i, Drafts.weight(i))));
      before = Math.max(before, Files.size(directory.resolve("journal.log")));
    }
    assertThat(before).isLessThan(6_000);
    assertThat(get(journal.head()).revision()).isEqualTo(20);
  }

  @Test
  void anEndIsAnEnd() throws IOException {
    Journal journal = kept(Journals.open(directory));
    journal.close();
    journal.close();
    assertThat(get(journal.append(0, Drafts.weight(1))))
        .isEqualTo(new AppendOutcome.Refused("the journal is closed: Clockwise stops"));
    assertThat(lines()).hasSize(1);
    assertThat(get(journal.head())).isEqualTo(Head.EMPTY);
  }
}

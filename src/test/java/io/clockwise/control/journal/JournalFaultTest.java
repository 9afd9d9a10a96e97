package io.clockwise.control.journal;

import static io.clockwise.control.journal.IntentLogContract.committed;
import static io.clockwise.control.journal.IntentLogContract.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.control.journal.FaultyDisk.Fault;
import io.clockwise.control.journal.ReopeningLog.Journals;
import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentLog.Durability;
import io.clockwise.event.IntentLog.News;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A disk that fails: nothing is said to be kept that is not, and nothing accepted is lost. */
class JournalFaultTest {
  @TempDir Path directory;
  private final FaultyDisk disk = new FaultyDisk();
  private final Queue<News> heard = new ConcurrentLinkedQueue<>();
  private Journal journal;
  private Path file;

  @BeforeEach
  void open() {
    file = directory.resolve("journal.log");
    journal = open(new JournalTerms(100, 1000, 1 << 20, Duration.ofSeconds(10)));
    committed(get(journal.append(0, Drafts.file("abc"))));
    journal.watch(1, heard::add);
  }

  @AfterEach
  void close() {
    disk.heal();
    disk.hanging.countDown();
    journal.close();
  }

  private Journal open(JournalTerms terms) {
    return Journals.opened(new JournalStart(directory, InstantSource.system(), disk, terms).open());
  }

  private String reason(String words) {
    return file + " cannot be written: " + words + "; give it room or a whole disk, then retry";
  }

  /** Returns what somebody who opens the journal after a crash finds. */
  private List<String> onDisk() throws IOException {
    JournalScan scan = JournalScan.of(Files.readAllBytes(file), 100);
    assertThat(scan).isInstanceOf(JournalScan.Whole.class);
    return ((JournalScan.Whole) scan)
        .chronicle().records().stream().map(ChangeRecord::changeId).toList();
  }

  private void awaitNews(News... news) {
    await().untilAsserted(() -> assertThat(heard).containsExactly(news));
  }

  @Test
  void whatCannotBeWrittenIsRefused() throws IOException {
    long before = Files.size(file);
    disk.fail(Fault.WRITE);
    String reason = reason("No space left on device");
    for (int i = 0; i < 3; i++) {
      assertThat(get(journal.append(1, Drafts.weight(2))))
          .isEqualTo(new AppendOutcome.Refused(reason));
      assertThat(Files.size(file)).isEqualTo(before);
    }
    assertThat(journal.status()).isEqualTo(new JournalStatus(reason, before, 1));
    assertThat(get(journal.head()).revision()).isEqualTo(1);
    assertThat(get(journal.history())).hasSize(1);
    awaitNews(new News.Lost(reason));

    disk.heal();
    ChangeRecord second = committed(get(journal.append(1, Drafts.weight(3))));
    awaitNews(new News.Lost(reason), new News.Restored(), new News.Committed(second));
    assertThat(journal.status().ok()).isTrue();
    assertThat(onDisk()).containsExactly("f-abc", "w-3");
  }

  @Test
  void whatCannotBeForcedIsUnknownAndTakenBack() throws IOException {
    disk.fail(Fault.FORCE);
    AppendOutcome outcome = get(journal.append(1, Drafts.weight(2)));
    // the cut could not be forced either, so nobody knows
    assertThat(outcome).isEqualTo(new AppendOutcome.Unknown(reason("a test's FORCE")));
    assertThat(onDisk()).containsExactly("f-abc");
    disk.heal();
    committed(get(journal.append(1, Drafts.weight(3))));
    assertThat(onDisk()).containsExactly("f-abc", "w-3");
  }

  @Test
  void whatCannotBeTakenBackIsUnknown() throws IOException {
    disk.fail(Fault.FORCE, Fault.TRUNCATE);
    assertThat(get(journal.append(1, Drafts.weight(2))))
        .isEqualTo(new AppendOutcome.Unknown(reason("a test's FORCE")));
    assertThat(onDisk()).as("it may be found").containsExactly("f-abc", "w-2");
    assertThat(get(journal.history())).hasSize(1);
    disk.heal();
    committed(get(journal.append(1, Drafts.weight(3))));
    assertThat(onDisk()).as("but not twice").containsExactly("f-abc", "w-3");
  }

  @Test
  void anEndTakesBackWhatIsUnknown() throws IOException {
    disk.fail(Fault.FORCE, Fault.TRUNCATE);
    assertThat(get(journal.append(1, Drafts.weight(2)))).isInstanceOf(AppendOutcome.Unknown.class);
    disk.heal();
    journal.close();
    assertThat(onDisk()).containsExactly("f-abc");
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"WRITE", "FORCE"})
  void whatNeedNotBeKeptIsAcceptedAndKeptLater(Fault fault) throws IOException {
    disk.fail(fault);
    AppendOutcome second = get(journal.append(1, Drafts.weight(2), Durability.AT_BEST));
    assertThat(second).isEqualTo(new AppendOutcome.Committed(committed(second), false));
    AppendOutcome third = get(journal.append(2, Drafts.weight(3), Durability.AT_BEST));
    assertThat(third).isEqualTo(new AppendOutcome.Committed(committed(third), false));
    assertThat(get(journal.append(3, Drafts.weight(4)))).isInstanceOf(AppendOutcome.Refused.class);
    assertThat(get(journal.head()).hash()).isEqualTo(committed(third).hash());
    assertThat(journal.status().ok()).isFalse();
    assertThat(onDisk()).containsExactly("f-abc");

    disk.heal();
    ChangeRecord fourth = committed(get(journal.append(3, Drafts.weight(5))));
    assertThat(onDisk()).containsExactly("f-abc", "w-2", "w-3", "w-5");
    String reason = reason(fault == Fault.WRITE ? "No space left on device" : "a test's FORCE");
    awaitNews(
        new News.Lost(reason),
        new News.Committed(committed(second)),
        new News.Committed(committed(third)),
        new News.Restored(),
        new News.Committed(fourth));
    committed(get(journal.append(4, Drafts.weight(6))));
    assertThat(onDisk()).endsWith("w-5", "w-6");
  }

  @Test
  void anEndKeepsWhatIsInMemory() throws IOException {
    disk.fail(Fault.WRITE);
    committed(get(journal.append(1, Drafts.weight(2), Durability.AT_BEST)));
    disk.heal();
    journal.close();
    assertThat(onDisk()).containsExactly("f-abc", "w-2");
  }

  @Test
  void anEndOnAFullDiskIsAnEnd() throws IOException {
    disk.fail(Fault.WRITE);
    committed(get(journal.append(1, Drafts.weight(2), Durability.AT_BEST)));
    journal.close();
    assertThat(onDisk()).containsExactly("f-abc");
    journal = Journals.open(directory);
    assertThat(get(journal.head()).revision()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"WRITE", "FORCE", "REPLACE"})
  void aNewFileThatFailsLeavesTheOldOne(Fault fault) throws IOException {
    journal.close();
    journal = open(new JournalTerms(100, 1, 1 << 20, Duration.ofSeconds(10)));
    Files.delete(file); // so that it must be replaced
    disk.fail(fault);
    assertThat(get(journal.append(1, Drafts.weight(2)))).isInstanceOf(AppendOutcome.Refused.class);
    assertThat(directory.resolve("journal.log.new")).doesNotExist();
    disk.heal();
    committed(get(journal.append(1, Drafts.weight(3))));
    assertThat(onDisk()).containsExactly("f-abc", "w-3");
  }

  @Test
  void aDeviceThatIsFullSaysSo() throws IOException {
    Files.delete(file);
    disk.fail(Fault.FULL);
    assertThat(get(journal.append(1, Drafts.weight(2))))
        .isEqualTo(new AppendOutcome.Refused(reason("No space left on device")));
    AppendOutcome third = get(journal.append(1, Drafts.weight(3), Durability.AT_BEST));
    assertThat(third).isEqualTo(new AppendOutcome.Committed(committed(third), false));
    disk.heal();
    committed(get(journal.append(2, Drafts.weight(4))));
    assertThat(onDisk()).containsExactly("f-abc", "w-3", "w-4");
  }

  @Test
  void aNameThatCannotBeForcedIsUnknown() throws IOException {
    Files.delete(file);
    disk.fail(Fault.FORCE_DIRECTORY);
    assertThat(get(journal.append(1, Drafts.weight(2))))
        .isEqualTo(new AppendOutcome.Unknown(reason("a test's FORCE_DIRECTORY")));
    disk.heal();
    committed(get(journal.append(1, Drafts.weight(3))));
    assertThat(onDisk()).containsExactly("f-abc", "w-3");
  }

  @Test
  void aJournalThatCannotBeShortenedGoesOn() throws IOException {
    journal.close();
    journal = open(new JournalTerms(100, 3, 1 << 20, Duration.ofSeconds(10)));
    disk.fail(Fault.REPLACE);
    for (int i = 1; i < 6; i++) {
      committed(get(journal.append(i, Drafts.weight(i))));
    }
    assertThat(journal.status().ok()).isTrue();
    assertThat(journal.status().records()).isEqualTo(6);
    assertThat(onDisk()).hasSize(6);
    disk.heal();
    for (int i = 6; i < 10; i++) {
      committed(get(journal.append(i, Drafts.weight(i))));
    }
    assertThat(journal.status().records()).isLessThan(3);
    assertThat(onDisk()).hasSize(10);
  }

  @Test
  void aFileThatSomebodyRemovedOrCutIsWrittenAnew() throws IOException {
    Files.delete(file);
    committed(get(journal.append(1, Drafts.weight(2))));
    assertThat(onDisk()).containsExactly("f-abc", "w-2");
    Files.write(file, new byte[0]);
    committed(get(journal.append(2, Drafts.weight(3))));
    assertThat(onDisk()).containsExactly("f-abc", "w-2", "w-3");
    assertThat(journal.status().ok()).isTrue();
  }

  @Test
  void aDiskThatHangsIsUnknownAndStopsNobodyElse() {
    journal.close();
    journal = open(new JournalTerms(100, 1000, 1 << 20, Duration.ofMillis(100)));
    disk.hanging = new CountDownLatch(1);
    assertThat(get(journal.append(1, Drafts.weight(2))))
        .isEqualTo(new AppendOutcome.Unknown(file + " does not answer within 0 s"));
    assertThat(get(journal.head()).revision()).isEqualTo(1);
    assertThat(get(journal.append(1, Drafts.weight(3)))).isInstanceOf(AppendOutcome.Unknown.class);
    disk.hanging.countDown();
    await().untilAsserted(() -> assertThat(get(journal.head()).revision()).isEqualTo(2));
    assertThat(get(journal.history())).extracting(ChangeRecord::changeId).endsWith("w-2");
  }
}

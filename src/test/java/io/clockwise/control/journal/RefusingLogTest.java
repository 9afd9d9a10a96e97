package io.clockwise.control.journal;

import static io.clockwise.control.journal.IntentLogContract.committed;
import static io.clockwise.control.journal.IntentLogContract.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord.Kind;
import io.clockwise.event.IntentLog.Durability;
import io.clockwise.event.IntentLog.Later;
import io.clockwise.event.IntentLog.News;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusingLogTest {
  private static final String REASON = "stateDir /x cannot be used: a test's";

  private final RefusingLog log = new RefusingLog(REASON);

  @Test
  void whatOperatorsChangeIsRefused() {
    for (Kind kind : List.of(Kind.OPERATOR, Kind.ROLLBACK)) {
      assertThat(get(log.append(0, Drafts.of(kind, "c"))))
          .isEqualTo(new AppendOutcome.Refused(REASON));
    }
    assertThat(get(log.head()).revision()).isZero();
    assertThat(get(log.history())).isEmpty();
  }

  @Test
  void whatNeedNotBeKeptIsAcceptedAndSaidToBeSo() {
    AppendOutcome outcome = get(log.append(0, Drafts.weight(3), Durability.AT_BEST));
    assertThat(outcome).isEqualTo(new AppendOutcome.Committed(committed(outcome), false));
    assertThat(get(log.append(0, Drafts.weight(3), Durability.AT_BEST)))
        .isEqualTo(new AppendOutcome.Conflict(1));
    assertThat(get(log.history())).containsExactly(committed(outcome));
    assertThat(get(log.since(0))).isEqualTo(new Later.Records(List.of(committed(outcome))));
  }

  @Test
  void documentsAndClockwiseItselfGoOn() {
    AppendOutcome first = get(log.append(0, Drafts.file("abc")));
    assertThat(first).isEqualTo(new AppendOutcome.Committed(committed(first), false));
    assertThat(committed(get(log.append(1, Drafts.of(Kind.SYSTEM, "s")))).revision()).isEqualTo(2);
    assertThat(get(log.head()).fileFingerprint()).isEqualTo("abc");
  }

  @Test
  void whoeverWatchesHearsWhy() {
    List<News> heard = new ArrayList<>();
    log.watch(0, heard::add);
    assertThat(heard).containsExactly(new News.Lost(REASON));
    assertThat(log.status()).isEqualTo(new JournalStatus(REASON, 0, 0));
    assertThat(log.status().ok()).isFalse();
  }
}

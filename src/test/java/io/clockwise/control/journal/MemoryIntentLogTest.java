package io.clockwise.control.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.event.IntentLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryIntentLogTest extends IntentLogContract {
  @Override
  IntentLog empty() {
    return new MemoryIntentLog(100);
  }

  @Test
  void whatIsTooOldIsAGap() {
    MemoryIntentLog log = new MemoryIntentLog(2);
    for (int i = 0; i < 5; i++) {
      log.append(i, Drafts.file("f" + i));
    }
    assertThat(get(log.since(2))).isEqualTo(new IntentLog.Later.Gap(4));
    assertThat(get(log.since(3))).isInstanceOf(IntentLog.Later.Records.class);
    List<IntentLog.News> heard = new ArrayList<>();
    log.watch(1, heard::add).close();
    assertThat(heard).containsExactly(new IntentLog.News.Rewound(5));
  }

  @Test
  void itHoldsAtLeastOneRecord() {
    assertThatIllegalArgumentException().isThrownBy(() -> new MemoryIntentLog(0));
  }
}

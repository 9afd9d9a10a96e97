package io.clockwise.control.journal;

import static io.clockwise.control.intent.Intents.filed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.event.IntentLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryIntentLogTest extends IntentLogContract {
  @Override
  IntentLog empty() {
    return new MemoryIntentLog(1000);
  }

  @Test
  void whatIsTooOldIsAGap() {
    MemoryIntentLog log = new MemoryIntentLog(2);
    for (int i = 0; i < 5; i++) {
      log.append(i, filed("f" + i));
    }
    assertThat(log.since(2).toCompletableFuture().join()).isEqualTo(new IntentLog.Later.Gap(4));
    assertThat(log.since(3).toCompletableFuture().join())
        .isInstanceOf(IntentLog.Later.Records.class);
    List<IntentLog.News> heard = new ArrayList<>();
    log.watch(1, heard::add).close();
    assertThat(heard).containsExactly(new IntentLog.News.Rewound(5));
  }

  @Test
  void whoKnowsMoreThanTheLogIsToldSo() {
    List<IntentLog.News> heard = new ArrayList<>();
    new MemoryIntentLog(1).watch(7, heard::add).close();
    assertThat(heard).containsExactly(new IntentLog.News.Rewound(0));
  }

  @Test
  void itHoldsAtLeastOneRecord() {
    assertThatIllegalArgumentException().isThrownBy(() -> new MemoryIntentLog(0));
  }
}

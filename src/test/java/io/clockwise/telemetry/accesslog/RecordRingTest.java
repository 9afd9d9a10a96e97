package io.clockwise.telemetry.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.testkit.Allocation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RecordRingTest {
  private static boolean offer(RecordRing ring, String target) {
    AccessRecord record = ring.next();
    if (record == null) {
      return false;
    }
    LineFormatTest.request(target).fill(record);
    ring.publish();
    return true;
  }

  private static List<String> polled(RecordRing ring) {
    List<String> targets = new ArrayList<>();
    for (AccessRecord record = ring.poll(); record != null; record = ring.poll()) {
      targets.add(record.target);
      record.clear();
    }
    return targets;
  }

  @Test
  void aFullOneSaysSoAndHasRoomAgainBehindTheReader() {
    RecordRing ring = new RecordRing(2, 2);
    assertThat(IntStream.range(0, 6).mapToObj(i -> offer(ring, "/" + i)).toList())
        .containsExactly(true, true, true, true, false, false);
    assertThat(ring.isEmpty()).isFalse();
    assertThat(polled(ring)).containsExactly("/0", "/1", "/2", "/3");
    assertThat(ring.isEmpty()).isTrue();
    assertThat(IntStream.range(6, 10).mapToObj(i -> offer(ring, "/" + i)).toList())
        .containsExactly(true, true, false, false); // the reader still has the other chunk
    assertThat(polled(ring)).containsExactly("/6", "/7");
    assertThat(ring.poll()).isNull();
  }

  @Test
  void recordsAreUsedAgainAndKnowNothing() {
    RecordRing ring = new RecordRing(4, 2);
    List<AccessRecord> seen = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      offer(ring, "/" + i);
      AccessRecord record = ring.poll();
      assertThat(record).isNotNull();
      assertThat(record.target).isEqualTo("/" + i);
      record.clear();
      assertThat(record).usingRecursiveComparison().comparingOnlyFields(TEXTS).isEqualTo(EMPTY);
      if (!seen.contains(record)) {
        seen.add(record);
      }
    }
    assertThat(seen).hasSize(4); // not as many as may wait
  }

  private static final AccessRecord EMPTY = new AccessRecord();
  private static final String[] TEXTS = {
    "method",
    "target",
    "targetLength",
    "version",
    "scheme",
    "host",
    "client",
    "userAgent",
    "referer",
    "requestId",
    "tlsProtocol",
    "tlsCipher",
    "tlsServerName",
    "route",
    "pool",
    "chosenBy",
    "owner",
    "offOwner",
    "backend",
    "address",
    "keySource",
    "tries",
    "failure"
  };

  @Test
  void whatWasGivenUpBeforeItWasHandedOverIsForgotten() {
    RecordRing ring = new RecordRing(2, 2);
    AccessRecord given = ring.next();
    assertThat(given).isNotNull();
    LineFormatTest.request("/gone").fill(given);
    assertThat(ring.next()).isSameAs(given);
    assertThat(given.route).isNull();
    ring.publish();
    assertThat(polled(ring)).containsExactly("");
  }

  @Test
  void sizesThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new RecordRing(1, 2)).hasMessage("1 chunks of 2");
    assertThatThrownBy(() -> new RecordRing(2, 3)).hasMessage("2 chunks of 3");
  }

  @Test
  void twoThreadsHandOverEachRecordOnceAndInOrder() {
    int count = 400_000;
    RecordRing ring = new RecordRing(8, 16);
    CompletableFuture<Void> producer =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < count; i++) {
                AccessRecord record = ring.next();
                while (record == null) {
                  Thread.onSpinWait();
                  record = ring.next();
                }
                record.requestId(i, ~i);
                record.table(i, 3L * i);
                ring.publish();
              }
            });
    for (int i = 0; i < count; i++) {
      AccessRecord record = ring.poll();
      while (record == null) {
        Thread.onSpinWait();
        record = ring.poll();
      }
      assertThat(record.requestIdHigh == i && record.requestIdLow == ~i && record.epoch == 3L * i)
          .isTrue();
      record.clear();
    }
    producer.join();
    assertThat(ring.isEmpty()).isTrue();
  }

  @Test
  void aRecordCostsNoObjects() {
    RecordRing ring = new RecordRing(4, 16);
    var request = LineFormatTest.request("/a");
    Allocation.assertNone(
        i -> {
          AccessRecord record = ring.next();
          if (record != null) {
            request.fill(record);
            ring.publish();
          }
          return i % 32 == 31 ? read(ring) : 0;
        });
  }

  private static int read(RecordRing ring) {
    int count = 0;
    for (AccessRecord record = ring.poll(); record != null; record = ring.poll()) {
      record.clear();
      count++;
    }
    return count;
  }
}

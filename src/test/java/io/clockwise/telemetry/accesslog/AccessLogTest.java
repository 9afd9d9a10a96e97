package io.clockwise.telemetry.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.model.log.LogTarget;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.recent.Interest;
import io.clockwise.telemetry.recent.RecentRequests;
import io.clockwise.testkit.Allocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogTest {
  @TempDir Path dir;
  private final RecentRequests recent = new RecentRequests(2, 0, 0);

  private static void offer(AccessLog log, int loop, String target) {
    AccessRecord record = log.next(loop, Interest.PLAIN, 0);
    if (record != null) {
      LineFormatTest.request(target).fill(record);
      log.publish(loop);
    }
  }

  @Test
  void everyRecordIsWrittenOnceAndInOrder() throws Exception {
    Path file = dir.resolve("access.log");
    Meters meters = new Meters(2);
    try (AccessLog log = new AccessLog(meters, recent)) {
      log.switchTo(LogOutput.open(file.toString()), targets());
      IntStream.range(0, 10_000).forEach(i -> offer(log, i % 2, "/" + i));
      assertThat(meters.loop(0).logDrops() + meters.loop(1).logDrops()).isZero();
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.stream().filter(l -> number(l) % 2 == 0).toList())
        .isEqualTo(IntStream.range(0, 5_000).mapToObj(i -> "/" + 2 * i).toList());
    assertThat(lines).hasSize(10_000).doesNotHaveDuplicates();
  }

  @Test
  void whatTheWriterIsTooSlowForIsDroppedAndCounted() throws Exception {
    Meters meters = new Meters(1);
    CountDownLatch go = new CountDownLatch(1);
    try (AccessLog log = new AccessLog(meters, recent)) {
      log.switchTo(
          LogOutput.open(dir.resolve("slow.log").toString()),
          (record, into) -> {
            try {
              go.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      IntStream.range(0, 20_000).forEach(i -> offer(log, 0, "/" + i));
      assertThat(meters.loop(0).logDrops()).isBetween(20_000L - 16_384 - 1, 20_000L - 16_384);
      go.countDown();
    }
  }

  @Test
  void theOutputIsSwitchedWithoutLosingALine() throws Exception {
    Path first = dir.resolve("first.log");
    Path second = dir.resolve("second.log");
    try (AccessLog log = new AccessLog(new Meters(1), recent)) {
      offer(log, 0, "/unwanted");
      assertThat(log.next(0, Interest.PLAIN, 0)).isNull();
      log.switchTo(LogOutput.open(first.toString()), targets());
      offer(log, 0, "/1");
      await().until(() -> Files.readString(first).equals("/1\n"));
      log.switchTo(LogOutput.open(second.toString()), targets());
      offer(log, 0, "/2");
      await().until(() -> Files.readString(second).equals("/2\n"));
      log.switchTo(null, targets());
      offer(log, 0, "/3");
    }
    assertThat(Files.readString(first) + Files.readString(second)).isEqualTo("/1\n/2\n");
  }

  @Test
  void aRotatedFileIsOpenedAgainByItsName() throws Exception {
    Path file = dir.resolve("access.log");
    Path rotated = dir.resolve("access.log.1");
    try (AccessLog log = new AccessLog(new Meters(1), recent)) {
      log.switchTo(LogOutput.open(file.toString()), targets());
      offer(log, 0, "/1");
      await().until(() -> Files.readString(file).equals("/1\n"));
      Files.move(file, rotated);
      log.reopen();
      await().until(() -> Files.exists(file));
      offer(log, 0, "/2");
      await().until(() -> Files.readString(file).equals("/2\n"));
    }
    assertThat(Files.readString(rotated)).isEqualTo("/1\n");
  }

  @Test
  void aSampleIsKeptWhetherThereIsAnOutputOrNot() throws Exception {
    Path file = dir.resolve("access.log");
    RecentRequests kept = new RecentRequests(1, 6, 0);
    try (AccessLog log = new AccessLog(new Meters(1), kept)) {
      offer(log, 0, "/1?x");
      offer(log, 0, "/2?x");
      await().until(() -> kept.size() == 2);
      log.switchTo(LogOutput.open(file.toString()), targets());
      IntStream.range(3, 9).forEach(i -> offer(log, 0, "/" + i));
      await().until(() -> Files.readString(file).lines().count() == 6);
      assertThat(kept.size()).as("a burst of three").isEqualTo(3);
      log.switchTo(null, targets());
      assertThat(log.next(0, Interest.PLAIN, 1)).isNull();
      assertThat(log.next(0, Interest.FAILED, 1)).isNotNull();
    }
  }

  @Test
  void targetsAreKeptByTheRuleOfTheLog() throws Exception {
    RecentRequests kept = new RecentRequests(1, 6, 0);
    try (AccessLog log = new AccessLog(new Meters(1), kept)) {
      kept.show(LogTarget.PATH);
      Path file = dir.resolve("access.log");
      log.switchTo(LogOutput.open(file.toString()), new TargetView(LogTarget.NONE, targets()));
      offer(log, 0, "/1?x");
      await().until(() -> Files.readString(file).equals("-\n"));
    }
    String id = LineFormatTest.request("/").client().requestId();
    assertThat(kept.find(id)).extracting(each -> each.asked().target()).containsExactly("/1");
  }

  @Test
  void whatIsNotTakenCostsTheEventLoopNoObjects() {
    try (AccessLog log = new AccessLog(new Meters(1), new RecentRequests(1, 1_000, 0))) {
      Allocation.assertNone(
          i -> {
            AccessRecord record = log.next(0, Interest.PLAIN, i * 50_000L);
            if (record != null) {
              log.publish(0);
            }
            return record == null ? 0 : 1;
          });
    }
  }

  private static LineFormat targets() {
    return new TemplateLine("$request_uri");
  }

  private static int number(String line) {
    return Integer.parseInt(line.substring(1));
  }
}

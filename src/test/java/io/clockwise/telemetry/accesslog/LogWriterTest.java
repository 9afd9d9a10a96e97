package io.clockwise.telemetry.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.telemetry.recent.RecentRequests;
import io.clockwise.testkit.LogWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A writer that would sleep for hours if nobody woke it. */
@Timeout(60)
class LogWriterTest {
  @TempDir Path dir;
  private final RecordRing ring = new RecordRing(4, 4);
  private LogWriter writer;

  @BeforeEach
  void start() {
    writer =
        LogWriter.start(
            new RecordRing[] {ring}, new RecentRequests(1, 0, 0), TimeUnit.HOURS.toNanos(1));
  }

  @AfterEach
  void stop() {
    writer.close();
  }

  private void log(String target) {
    AccessRecord record = ring.next();
    assertThat(record).isNotNull();
    LineFormatTest.request(target).fill(record);
    ring.publish();
    writer.wake();
  }

  private void write(Path file) throws IOException {
    writer.switchTo(LogOutput.open(file.toString()), new TemplateLine("$request_uri"));
  }

  private void awaitSleep() {
    await().until(writer::isAsleep);
  }

  @Test
  void whoeverHasSomethingToDoForItWakesIt() throws IOException {
    Path file = dir.resolve("access.log");
    awaitSleep();
    write(file);
    awaitSleep();
    log("/1");
    await().until(() -> Files.readString(file).equals("/1\n"));
    awaitSleep();
    Files.delete(file);
    writer.reopen();
    await().until(() -> Files.exists(file));
    awaitSleep();
    log("/2");
    await().until(() -> Files.readString(file).equals("/2\n"));
    awaitSleep(); // and stop() waits for it
  }

  @Test
  void aFullDiskIsReportedOnceAndLeftBehind() throws IOException {
    try (LogWatch watch = new LogWatch()) {
      write(Path.of("/dev/full"));
      log("/lost");
      await().until(() -> watch.count("access log: ") == 1);
      log("/lost");
      awaitSleep();
      assertThat(watch.count("lines are lost until it can be written again")).isEqualTo(1);
      Path file = dir.resolve("access.log");
      write(file);
      log("/1");
      await().until(() -> Files.readString(file).equals("/1\n"));
    }
  }

  @Test
  void aLineMayBeLongerThanABatch() throws IOException {
    Path file = dir.resolve("access.log");
    write(file);
    String longest = "/" + "\u00e9".repeat(100_000);
    log("/1");
    log(longest);
    log("/2");
    String expected = "/1\n/" + "\\xe9".repeat(100_000) + "\n/2\n";
    await().until(() -> Files.size(file) == expected.length());
    assertThat(file).hasContent(expected);
  }
}

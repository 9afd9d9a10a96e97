package io.clockwise.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.clockwise.event.source.ConfigReading;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A file, a source over it, and what its watch tells. */
abstract class FileSourceFixture {
  static final Duration SCAN = Duration.ofMillis(20);

  @TempDir Path directory;
  final Vertx vertx = Vertx.vertx();
  final List<String> heard = new CopyOnWriteArrayList<>();
  final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  Path file;
  FileConfigSource source;

  @BeforeEach
  void write() throws IOException {
    logged.start();
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).addAppender(logged);
    file = directory.resolve("clockwise.yaml");
    Files.writeString(file, "one");
    source = new FileConfigSource(vertx, file, SCAN);
  }

  @AfterEach
  void end() {
    source.close();
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(5, TimeUnit.SECONDS).join();
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).detachAppender(logged);
    assertThat(logged.list).noneMatch(event -> event.getThrowableProxy() != null);
  }

  static String text(ConfigReading reading) {
    return reading instanceof ConfigReading.Document document
        ? new String(document.document().bytes(), UTF_8)
        : ((ConfigReading.Unreadable) reading).problem();
  }

  String read() {
    return text(source.read().toCompletableFuture().orTimeout(5, TimeUnit.SECONDS).join());
  }

  void watch() {
    assertThat(read()).isEqualTo("one");
    source.watch(reading -> heard.add(text(reading)));
  }

  void awaitHeard(String... expected) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .untilAsserted(() -> assertThat(heard).containsExactly(expected));
  }

  void awaitProblem(String part) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .untilAsserted(() -> assertThat(heard).last().asString().contains(part));
  }

  /** Waits until the watch has looked at the file a few times. */
  void awaitScans() {
    await().pollDelay(SCAN.multipliedBy(6)).until(() -> true);
  }
}

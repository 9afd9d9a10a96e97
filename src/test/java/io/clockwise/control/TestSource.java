package io.clockwise.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigProblem;
import io.clockwise.config.ConfigResult;
import io.clockwise.control.intent.Intents;
import io.clockwise.event.source.ConfigReading;
import io.clockwise.event.source.ConfigSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A source in memory, and a reader of documents with one backend a line. */
final class TestSource implements ConfigSource {
  volatile ConfigReading reading;
  volatile Consumer<ConfigReading> listener = reading -> {};
  volatile boolean closed;

  TestSource(String... lines) {
    reading = document(lines);
  }

  static ConfigReading document(String... lines) {
    byte[] bytes = String.join("\n", lines).getBytes(UTF_8);
    return new ConfigReading.Document(new ConfigDocument("test.yaml", Path.of("/"), bytes));
  }

  /** The file changes, and the watch notices. */
  void changeTo(ConfigReading next) {
    reading = next;
    listener.accept(next);
  }

  @Override
  public CompletionStage<ConfigReading> read() {
    return CompletableFuture.completedFuture(reading);
  }

  @Override
  public void watch(Consumer<ConfigReading> newListener) {
    listener = newListener;
  }

  @Override
  public void close() {
    closed = true;
  }

  /** Lines are backends of the pool carts, or comments; a comment with ? is a warning. */
  static ConfigResult understand(ConfigDocument document) {
    List<String> backends = new ArrayList<>();
    List<ConfigProblem> problems = new ArrayList<>();
    List<ConfigProblem> warnings = new ArrayList<>();
    int number = 0;
    for (String line : new String(document.bytes(), UTF_8).split("\n")) {
      number++;
      if (line.startsWith("#")) {
        if (line.contains("?")) {
          warnings.add(new ConfigProblem("", number, line, "no question", ""));
        }
      } else if (line.matches(".+=.+:\\d+\\*\\d+@(READY|DRAIN|MAINT)")) {
        backends.add(line);
      } else {
        problems.add(new ConfigProblem("carts", number, line, "a backend", ""));
      }
    }
    return problems.isEmpty()
        ? new ConfigResult.Valid(Intents.file(backends.toArray(String[]::new)), warnings)
        : new ConfigResult.Invalid(problems);
  }
}

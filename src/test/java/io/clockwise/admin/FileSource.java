package io.clockwise.admin;

import io.clockwise.config.ConfigDocument;
import io.clockwise.event.source.ConfigReading;
import io.clockwise.event.source.ConfigSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A configuration file that is read when asked and not watched, so that tests say when. */
record FileSource(Path file) implements ConfigSource {
  @Override
  public CompletionStage<ConfigReading> read() {
    try {
      return CompletableFuture.completedFuture(
          new ConfigReading.Document(
              new ConfigDocument("clockwise.yaml", file.getParent(), Files.readAllBytes(file))));
    } catch (IOException e) {
      return CompletableFuture.completedFuture(
          new ConfigReading.Unreadable("clockwise.yaml cannot be read"));
    }
  }

  @Override
  public void watch(Consumer<ConfigReading> listener) {}

  @Override
  public void close() {}
}

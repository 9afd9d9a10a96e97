package io.clockwise.event.source;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Where the configuration document comes from. */
public interface ConfigSource {
  /** Reads the document now; never fails, a failure is a value. */
  CompletionStage<ConfigReading> read();

  /** Calls the listener with each later reading that differs from the one before. */
  void watch(Consumer<ConfigReading> listener);

  /** Ends the watch. */
  void close();
}

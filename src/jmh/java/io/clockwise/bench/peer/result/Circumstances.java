package io.clockwise.bench.peer.result;

import io.clockwise.bench.peer.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * When, where and of what figures were measured.
 *
 * @param at when
 * @param processor the model of the processors
 * @param processors how many
 * @param kernel its version
 * @param versions of what was compared, by name; Clockwise and its variants last
 * @param own the names of Clockwise and its variants
 * @param arguments the options that were given
 */
public record Circumstances(
    Instant at,
    String processor,
    int processors,
    String kernel,
    Map<String, String> versions,
    List<String> own,
    String arguments) {

  /** Returns those of this machine. */
  public static Circumstances here(
      Instant at, Map<String, String> versions, List<String> own, String arguments)
      throws IOException {
    return new Circumstances(
        at,
        Machine.processorModel(),
        Machine.processors(),
        Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip(),
        versions,
        List.copyOf(own),
        arguments);
  }

  /** Tells whether a label is one of Clockwise. */
  boolean isOwn(String label) {
    return own.contains(label.split(",")[0]);
  }
}

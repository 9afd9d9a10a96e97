package io.clockwise.control;

import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentLog;
import io.clockwise.event.source.ConfigSource;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * What the controller talks to.
 *
 * @param source of the document
 * @param reader understands it; may take a while
 * @param log gives revisions, and says where the last process ended
 * @param clock for the times of records
 * @param instance the name of this process in records
 */
public record ControlPorts(
    ConfigSource source,
    Function<ConfigDocument, ConfigResult> reader,
    IntentLog log,
    InstantSource clock,
    String instance) {
  /** Makes those of a process without a name. */
  public ControlPorts(
      ConfigSource source,
      Function<ConfigDocument, ConfigResult> reader,
      IntentLog log,
      InstantSource clock) {
    this(source, reader, log, clock, "");
  }

  /** Returns the draft of a record that brings a document. */
  ChangeRecord fileDraft(String actor, ReadDocument document) {
    ChangeRecord.Cause cause =
        new ChangeRecord.Cause(ChangeRecord.Kind.FILE, actor, "", clock.instant(), instance);
    return new ChangeRecord(UUID.randomUUID().toString(), cause, List.of())
        .with(ChangeRecord.Effect.ofFile(document.fingerprint()));
  }
}

package io.clockwise.control;

import io.clockwise.config.ConfigProblem;
import io.clockwise.control.intent.PlainText;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log of the process says of changes: one line each. */
final class ControlLines {
  private static final Logger log = LoggerFactory.getLogger(Controller.class);

  /** An operator's change was accepted. */
  void accepted(ChangeRecord record) {
    String reason = record.cause().reason();
    log.info(
        "revision {} by {}: {}{}",
        record.revision(),
        PlainText.of(record.cause().actor()),
        record.changes().stream().map(BackendChange::inWords).collect(Collectors.joining(", ")),
        reason.isEmpty() ? "" : " (" + PlainText.of(reason) + ")");
  }

  /** A document came into use. */
  void loaded(String name, String actor, long revision, List<ConfigProblem> warnings) {
    log.info("revision {} by {}: {} is in use", revision, PlainText.of(actor), name);
    warnings.forEach(warning -> log.warn("{}: {}", name, PlainText.of(warning.toString())));
  }

  /** Fields that the API had set were overruled. */
  void superseded(String name, List<String> fields) {
    fields.forEach(field -> log.warn("{} overrules a change of the API: {}", name, field));
  }

  /** Keys wait for a restart. */
  void needsRestart(String name, List<String> keys) {
    keys.forEach(key -> log.warn("{}: the new {} waits for a restart", name, key));
  }

  /** A document was refused. */
  void refused(String name, long revision, List<ConfigProblem> problems) {
    log.error(
        "{} is refused, revision {} stays in use; problems: {}", name, revision, problems.size());
    problems.forEach(problem -> log.error("{}: {}", name, PlainText.of(problem.toString())));
  }

  /** There was no document. */
  void unreadable(String problem, long revision) {
    log.error("{}; revision {} stays in use", PlainText.of(problem), revision);
  }
}

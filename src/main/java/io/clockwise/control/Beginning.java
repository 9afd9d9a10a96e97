package io.clockwise.control;

import io.clockwise.config.ConfigProblem;
import io.clockwise.config.ConfigResult;
import io.clockwise.control.intent.Reduction;
import io.clockwise.control.intent.StateReducer;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Head;
import io.clockwise.event.IntentLog;
import io.clockwise.event.IntentState;
import io.clockwise.event.ReloadOutcome;
import io.clockwise.event.source.ConfigReading;
import io.clockwise.route.RoutingTable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** What the controller begins with: the first document, its record and its table. */
sealed interface Beginning {

  /** It can begin. */
  record Good(
      ReadDocument document,
      List<ConfigProblem> warnings,
      IntentState state,
      List<String> superseded,
      RoutingTable table)
      implements Beginning {
    /** Returns it as what became of reading the document. */
    ReloadOutcome outcome() {
      return new ReloadOutcome.Applied(state, true, List.of(), superseded, warnings, List.of());
    }
  }

  /** It cannot. */
  record Bad(StartOutcome outcome) implements Beginning {}

  /** Reads the document, appends the first record and assembles the first table. */
  static Future<Beginning> of(Vertx vertx, ControlPorts ports, TableAssembler assembler) {
    return Future.fromCompletionStage(ports.source().read())
        .compose(
            reading -> {
              if (reading instanceof ConfigReading.Unreadable unreadable) {
                return bad(new StartOutcome.Unreadable(unreadable.problem()));
              }
              ConfigReading.Document read = (ConfigReading.Document) reading;
              return vertx
                  .executeBlocking(() -> ReadDocument.of(read.document(), ports.reader()), false)
                  .compose(document -> understood(vertx, ports, assembler, document));
            });
  }

  private static Future<Beginning> understood(
      Vertx vertx, ControlPorts ports, TableAssembler assembler, ReadDocument document) {
    if (document.result() instanceof ConfigResult.Invalid invalid) {
      return bad(new StartOutcome.Invalid(invalid.problems()));
    }
    ConfigResult.Valid valid = (ConfigResult.Valid) document.result();
    return Future.fromCompletionStage(ports.log().head())
        .compose(head -> from(head, ports, document, valid))
        .compose(
            begun -> {
              if (begun instanceof Reduction.Invalid invalid) {
                return bad(new StartOutcome.Invalid(invalid.problems()));
              }
              Reduction.Accepted first = (Reduction.Accepted) begun;
              return vertx
                  .executeBlocking(() -> assembler.assemble(first.state(), null), false)
                  .map(
                      table ->
                          new Good(
                              document,
                              valid.warnings(),
                              first.state(),
                              first.superseded(),
                              table));
            });
  }

  /* A document that says what it said when the last process ended makes no new revision. */
  private static Future<Reduction> from(
      Head head, ControlPorts ports, ReadDocument document, ConfigResult.Valid valid) {
    IntentState before = head.revision() == 0 ? StateReducer.EMPTY : StateReducer.resumed(head);
    ChangeRecord draft = ports.fileDraft("start", document);
    Reduction planned = StateReducer.plan(before, draft, fingerprint -> valid.config());
    if (!(planned instanceof Reduction.Accepted accepted)) {
      return Future.succeededFuture(planned);
    }
    boolean same =
        head.revision() > 0
            && accepted.record().effect().edits().isEmpty()
            && document.fingerprint().equals(head.fileFingerprint());
    if (same) {
      IntentState state = StateReducer.resumed(head, valid.config());
      return Future.succeededFuture(new Reduction.Accepted(accepted.record(), state, List.of()));
    }
    return Future.fromCompletionStage(
            ports.log().append(head.revision(), accepted.record(), IntentLog.Durability.AT_BEST))
        .compose(
            outcome -> {
              if (!(outcome instanceof AppendOutcome.Committed committed)) {
                return Future.failedFuture(
                    new IllegalStateException("the intent log takes no document: " + outcome));
              }
              IntentState state =
                  StateReducer.reduce(before, committed.record(), fingerprint -> valid.config());
              return Future.succeededFuture(
                  new Reduction.Accepted(committed.record(), state, accepted.superseded()));
            });
  }

  private static Future<Beginning> bad(StartOutcome outcome) {
    return Future.succeededFuture(new Bad(outcome));
  }
}

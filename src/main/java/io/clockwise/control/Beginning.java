package io.clockwise.control;

import io.clockwise.config.ConfigProblem;
import io.clockwise.config.ConfigResult;
import io.clockwise.control.intent.Reduction;
import io.clockwise.control.intent.StateReducer;
import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ConfigReading;
import io.clockwise.event.IntentState;
import io.clockwise.route.RoutingTable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.UUID;

/** What the controller begins with: the first document, its record and its table. */
sealed interface Beginning {

  /** It can begin. */
  record Good(
      ReadDocument document, List<ConfigProblem> warnings, IntentState state, RoutingTable table)
      implements Beginning {}

  /** It cannot. */
  record Bad(StartOutcome outcome) implements Beginning {}

  /** Reads the document, appends the first record and assembles the first table. */
  static Future<Beginning> of(Vertx vertx, Controller.Ports ports, TableAssembler assembler) {
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
      Vertx vertx, Controller.Ports ports, TableAssembler assembler, ReadDocument document) {
    if (document.result() instanceof ConfigResult.Invalid invalid) {
      return bad(new StartOutcome.Invalid(invalid.problems()));
    }
    ConfigResult.Valid valid = (ConfigResult.Valid) document.result();
    ChangeRecord.Cause cause =
        new ChangeRecord.Cause(ChangeRecord.Kind.FILE, "start", "", ports.clock().instant());
    ChangeRecord draft =
        new ChangeRecord(0, UUID.randomUUID().toString(), cause, List.of(), document.fingerprint());
    if (StateReducer.reduce(StateReducer.EMPTY, draft, fingerprint -> valid.config())
        instanceof Reduction.Invalid invalid) {
      return bad(new StartOutcome.Invalid(invalid.problems()));
    }
    return Future.fromCompletionStage(ports.log().append(0, draft))
        .compose(
            outcome -> {
              if (!(outcome instanceof AppendOutcome.Committed committed)) {
                return Future.failedFuture(
                    new IllegalStateException("the intent log is not empty: " + outcome));
              }
              Reduction.Accepted first =
                  (Reduction.Accepted)
                      StateReducer.reduce(
                          StateReducer.EMPTY, committed.record(), fingerprint -> valid.config());
              return vertx
                  .executeBlocking(() -> assembler.assemble(first.state(), null), false)
                  .map(table -> new Good(document, valid.warnings(), first.state(), table));
            });
  }

  private static Future<Beginning> bad(StartOutcome outcome) {
    return Future.succeededFuture(new Bad(outcome));
  }
}

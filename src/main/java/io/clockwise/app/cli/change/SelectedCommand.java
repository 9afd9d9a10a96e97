package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.Question;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.plan.SelectedChange;
import io.clockwise.app.cli.plan.Selection;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that does one thing to the backends that its first two words select. */
abstract class SelectedCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;
  @Mixin private ChangeOptions how;
  @Mixin private Question question;

  @Parameters(index = "0", paramLabel = "POOL", description = "The pool; * stands for anything.")
  private String pool = "";

  @Parameters(index = "1", paramLabel = "ID", description = "The backend; * stands for anything.")
  private String id = "";

  /** Returns what is done to each. */
  abstract SelectedChange.Deed deed();

  @Override
  public final Integer call() {
    SelectedChange.Deed deed = deed();
    return new SelectedChange(remote, remote.client(timeout.time()), how, question)
        .run(Selection.of(pool, id), deed);
  }
}

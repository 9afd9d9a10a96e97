package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.Question;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.plan.SelectedChange;
import io.clockwise.app.cli.plan.Selection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ready}: backends take their keys again. */
@Command(
    name = "ready",
    description = "Make backends ready: exactly their keys return to them, and a drain is over.",
    footer = {
      "",
      "Examples:",
      "  clockwise ready carts cart-a",
      "  clockwise ready '*' 'cart-*' --reason 'new kernel'"
    })
public final class ReadyCommand implements Callable<Integer> {
  private static final SelectedChange.Deed DEED =
      new SelectedChange.Deed(
          "make ready", "ready", "POST", List.of("ready"), Map.of(), Map.of("op", "ready"));

  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;
  @Mixin private ChangeOptions how;
  @Mixin private Question question;

  @Parameters(index = "0", paramLabel = "POOL", description = "The pool; * stands for anything.")
  private String pool = "";

  @Parameters(index = "1", paramLabel = "ID", description = "The backend; * stands for anything.")
  private String id = "";

  @Override
  public Integer call() {
    return new SelectedChange(remote, remote.client(timeout.time()), how, question)
        .run(Selection.of(pool, id), DEED);
  }
}

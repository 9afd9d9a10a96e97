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

/** {@code remove}: backends go. */
@Command(
    name = "remove",
    description = "Remove backends; their keys go to their next candidates.",
    footer = {
      "",
      "Examples:",
      "  clockwise remove carts cart-d",
      "  clockwise remove carts 'cart-old-*' --yes"
    })
public final class RemoveCommand implements Callable<Integer> {
  private static final SelectedChange.Deed DEED =
      new SelectedChange.Deed(
          "remove", "removed", "DELETE", List.of(), Map.of(), Map.of("op", "remove"));

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

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

/** {@code maint}: backends get nothing any more. */
@Command(
    name = "maint",
    description = "Take backends out at once, without keeping known sessions.",
    footer = {
      "",
      "Examples:",
      "  clockwise maint carts cart-a --reason 'disk full'",
      "  clockwise maint '*' 'cart-*' --dry-run"
    })
public final class MaintCommand implements Callable<Integer> {
  private static final SelectedChange.Deed DEED =
      new SelectedChange.Deed(
          "take out", "in maintenance", "POST", List.of("maint"), Map.of(), Map.of("op", "maint"));

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

package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.plan.ChangesFile;
import io.clockwise.app.cli.plan.Order;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.ApiRefusal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code apply}: makes the changes of a file. */
@Command(
    name = "apply",
    description = "Make the changes in a file, all or nothing.",
    footer = {
      "",
      "A file is YAML or JSON: changes: and a list of { op, pool, id, ... }; reason: if you like.",
      "op is add, set, put, remove, drain, ready, maint or revert.",
      "",
      "Examples:",
      "  clockwise apply changes.yaml --reason 'more carts'",
      "  clockwise apply - <changes.json"
    })
public final class ApplyCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;
  @Mixin private ChangeOptions how;

  @Parameters(index = "0", paramLabel = "FILE|-", description = "YAML or JSON with changes:.")
  private String file = "";

  @Override
  public Integer call() {
    ChangesFile changes = ChangesFile.read(file, remote);
    Order order = new Order(remote, remote.client(timeout.time()), how);
    try {
      order.tell(
          order.send("POST", ApiPath.of("changes"), changes.body()),
          Shown.counted(changes.size(), "change") + " made");
      return 0;
    } catch (ApiRefusal e) {
      throw changes.located(e);
    }
  }
}

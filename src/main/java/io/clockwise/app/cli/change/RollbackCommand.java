package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.plan.Order;
import io.clockwise.app.cli.remote.ApiPath;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rollback}: backends as they were at an earlier revision. */
@Command(
    name = "rollback",
    description = {
      "Make backends, addresses and weights what they were at a revision, as a new revision.",
      "Drain and maint stay as they are now, unless --states."
    },
    footer = {
      "",
      "Examples:",
      "  clockwise rollback 41 --dry-run",
      "  clockwise rollback 41 --reason 'new rack is too slow'"
    })
public final class RollbackCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;
  @Mixin private ChangeOptions how;

  @Parameters(
      index = "0",
      paramLabel = "N",
      description = "The revision; 'clockwise revisions' lists them.")
  private long revision;

  @Option(names = "--states", description = "Drain and maint as they were then, too.")
  private boolean states;

  @Override
  public Integer call() {
    Order order = new Order(remote, remote.client(timeout.time()), how);
    ApiPath path = ApiPath.of("revisions", Long.toString(revision), "rollback");
    order.tell(
        order.send("POST", path.with("states", states), Map.of()), "as at revision " + revision);
    return 0;
  }
}

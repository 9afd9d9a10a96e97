package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.Question;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.plan.DrainRun;
import io.clockwise.app.cli.plan.DrainTerms;
import io.clockwise.app.cli.plan.DrainWait;
import io.clockwise.app.cli.plan.Selection;
import io.clockwise.app.cli.plan.Target;
import io.clockwise.app.cli.remote.ApiClient;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code evacuate}: drains whatever stands at an address, in all pools. */
@Command(
    name = "evacuate",
    description = "Drain all backends at an address, in all pools, in one transaction.",
    footer = {
      "",
      "Exit codes are those of drain.",
      "",
      "Examples:",
      "  clockwise evacuate 10.0.0.11 --wait",
      "  clockwise evacuate '10.0.7.*:*' --deadline 2m --yes --wait"
    })
public final class EvacuateCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private DrainTerms terms;
  @Mixin private DrainWait wait;
  @Mixin private ChangeOptions how;
  @Mixin private Question question;

  @Parameters(
      index = "0",
      paramLabel = "ADDRESS",
      description = "HOST for all its ports, or HOST:PORT; * stands for anything.")
  private String address = "";

  @Override
  public Integer call() {
    ApiClient api = remote.client(TimeoutOption.DEFAULT);
    List<Target> targets = Selection.at(address).choose(remote, api, question, "drain");
    return targets.isEmpty() ? 1 : new DrainRun(remote, api, how, wait).all(targets, terms);
  }
}

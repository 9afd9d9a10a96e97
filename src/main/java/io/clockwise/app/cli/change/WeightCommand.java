package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.Question;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.plan.SelectedChange;
import io.clockwise.app.cli.plan.Selection;
import io.clockwise.app.cli.settings.ClientFailure;
import io.clockwise.model.Backend;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weight}: how large a share of the keys backends own. */
@Command(
    name = "weight",
    description = "Set the weight of backends: their share of the keys; 0 owns none.",
    footer = {
      "",
      "Examples:",
      "  clockwise weight carts cart-a 3 --dry-run",
      "  clockwise weight carts 'cart-*' 2 --yes"
    })
public final class WeightCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;
  @Mixin private ChangeOptions how;
  @Mixin private Question question;

  @Parameters(index = "0", paramLabel = "POOL", description = "The pool; * stands for anything.")
  private String pool = "";

  @Parameters(index = "1", paramLabel = "ID", description = "The backend; * stands for anything.")
  private String id = "";

  @Parameters(index = "2", paramLabel = "N", description = "The weight, 0 to 65535.")
  private int weight;

  @Override
  public Integer call() {
    if (weight < 0 || weight > Backend.MAX_WEIGHT) {
      throw ClientFailure.usage(
          "weight: given " + weight + ", expected 0 to " + Backend.MAX_WEIGHT);
    }
    Map<String, Object> fields = Map.of("weight", weight);
    SelectedChange.Deed deed =
        new SelectedChange.Deed(
            "set the weight of",
            "weight " + weight,
            "PATCH",
            List.of(),
            fields,
            Map.of("op", "set", "weight", weight));
    return new SelectedChange(remote, remote.client(timeout.time()), how, question)
        .run(Selection.of(pool, id), deed);
  }
}

package io.clockwise.app.cli.change;

import io.clockwise.app.cli.plan.SelectedChange;
import io.clockwise.app.cli.settings.ClientFailure;
import io.clockwise.model.Backend;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
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
public final class WeightCommand extends SelectedCommand {
  @Parameters(index = "2", paramLabel = "N", description = "The weight, 0 to 65535.")
  private int weight;

  @Override
  SelectedChange.Deed deed() {
    if (weight < 0 || weight > Backend.MAX_WEIGHT) {
      throw ClientFailure.usage(
          "weight: given " + weight + ", expected 0 to " + Backend.MAX_WEIGHT);
    }
    Map<String, Object> fields = Map.of("weight", weight);
    return new SelectedChange.Deed(
        "set the weight of",
        "weight " + weight,
        "PATCH",
        List.of(),
        fields,
        Map.of("op", "set", "weight", weight));
  }
}

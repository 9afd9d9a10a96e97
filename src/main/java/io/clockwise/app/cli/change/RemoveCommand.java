package io.clockwise.app.cli.change;

import io.clockwise.app.cli.plan.SelectedChange;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

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
public final class RemoveCommand extends SelectedCommand {
  private static final SelectedChange.Deed DEED =
      new SelectedChange.Deed(
          "remove", "removed", "DELETE", List.of(), Map.of(), Map.of("op", "remove"));

  @Override
  SelectedChange.Deed deed() {
    return DEED;
  }
}

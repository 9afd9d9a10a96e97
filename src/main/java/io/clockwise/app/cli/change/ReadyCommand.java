package io.clockwise.app.cli.change;

import io.clockwise.app.cli.plan.SelectedChange;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

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
public final class ReadyCommand extends SelectedCommand {
  private static final SelectedChange.Deed DEED =
      new SelectedChange.Deed(
          "make ready", "ready", "POST", List.of("ready"), Map.of(), Map.of("op", "ready"));

  @Override
  SelectedChange.Deed deed() {
    return DEED;
  }
}

package io.clockwise.app.cli.change;

import io.clockwise.app.cli.plan.SelectedChange;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

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
public final class MaintCommand extends SelectedCommand {
  private static final SelectedChange.Deed DEED =
      new SelectedChange.Deed(
          "take out", "in maintenance", "POST", List.of("maint"), Map.of(), Map.of("op", "maint"));

  @Override
  SelectedChange.Deed deed() {
    return DEED;
  }
}

package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.Question;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.plan.Order;
import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.JsonTree;
import io.clockwise.app.cli.settings.ClientFailure;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code undo}: takes one change back. */
@Command(
    name = "undo",
    description = {
      "Take back what a revision changed, as a new revision; without N the last one of an operator.",
      "What other revisions changed since then stays."
    },
    footer = {"", "Examples:", "  clockwise undo", "  clockwise undo 41 --dry-run"})
public final class UndoCommand implements Callable<Integer> {
  private static final Set<String> BY_OPERATORS = Set.of("operator", "rollback");

  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;
  @Mixin private ChangeOptions how;
  @Mixin private Question question;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "N",
      description = "The revision. Default: the last one of an operator.")
  private @Nullable Long revision;

  @Override
  public Integer call() {
    ApiClient api = remote.client(timeout.time());
    long back = revision == null ? last(api) : revision;
    if (back == 0) {
      return 1;
    }
    Order order = new Order(remote, api, how);
    ApiPath path = ApiPath.of("revisions", Long.toString(back), "undo");
    order.tell(order.send("POST", path, Map.of()), "revision " + back + " is taken back");
    return 0;
  }

  /* Somebody else may have changed something a moment ago: what is taken back is shown first. */
  private long last(ApiClient api) {
    JsonTree last =
        api.get(ApiPath.of("revisions").with("limit", "100")).json().items("revisions").stream()
            .filter(revision -> BY_OPERATORS.contains(revision.text("kind")))
            .findFirst()
            .orElseThrow(() -> new ClientFailure("no operator has changed anything yet"));
    String what =
        "revision "
            + last.text("revision")
            + " of "
            + Shown.plain(last.text("actor"))
            + ", "
            + Shown.moment(last.text("time"))
            + ": "
            + Shown.plain(last.texts("changes"));
    remote.note(what);
    return how.isDryRun() || question.agreed(remote, "take it back?") ? last.number("revision") : 0;
  }
}

package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.plan.Order;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.JsonTree;
import io.clockwise.app.cli.settings.ClientFailure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code overlay}: what is other than in the configuration document. */
@Command(
    name = "overlay",
    description = {
      "Show, export or drop what the API has made differ from the configuration document.",
      "list: what differs. export: the pools as they are now, in YAML, to be put into the document.",
      "drop: everything, or one pool or backend, is as the document says again."
    },
    footer = {
      "",
      "Examples:",
      "  clockwise overlay",
      "  clockwise overlay export >pools.yaml",
      "  clockwise overlay drop carts cart-d"
    })
public final class OverlayCommand implements Callable<Integer> {
  /** What is to be done with it. */
  enum Action {
    LIST,
    EXPORT,
    DROP
  }

  private static final ApiPath OVERLAY = ApiPath.of("overlay");

  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;
  @Mixin private ChangeOptions how;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "list|export|drop",
      description = "Default: list.")
  private Action action = Action.LIST;

  @Parameters(
      index = "1..2",
      arity = "0..2",
      paramLabel = "POOL ID",
      description = "What to drop; * stands for anything. Default: everything.")
  private List<String> what = List.of();

  @Override
  public Integer call() {
    if (action != Action.DROP && !what.isEmpty()) {
      throw ClientFailure.usage("POOL and ID go with 'drop' only");
    }
    ApiClient api = remote.client(timeout.time());
    switch (action) {
      case LIST -> list(api.get(OVERLAY));
      case EXPORT -> remote.print(api.get(OVERLAY.with("format", "yaml")));
      case DROP -> drop(api);
    }
    return 0;
  }

  private void list(ApiAnswer answer) {
    if (remote.wantsJson()) {
      remote.print(answer);
      return;
    }
    List<JsonTree> entries = answer.json().items("overlay");
    if (entries.isEmpty()) {
      remote.out().println("everything is as the document says");
      return;
    }
    TextTable table = new TextTable("POOL", "ID", "DOCUMENT", "NOW", "LEAVING");
    for (JsonTree entry : entries) {
      table.add(
          entry.text("pool"),
          entry.text("id"),
          backend(entry.at("base")),
          backend(entry.at("wanted")),
          entry.flag("leaving") ? "yes" : "");
    }
    table.print(remote.out(), "");
  }

  private static String backend(JsonTree backend) {
    if (!backend.isThere()) {
      return "-";
    }
    String weight = backend.text("weight");
    return backend.text("address")
        + (weight.isEmpty() || weight.equals("1") ? "" : "*" + weight)
        + " "
        + backend.text("state");
  }

  private void drop(ApiClient api) {
    ApiPath path = OVERLAY;
    path = what.isEmpty() ? path : path.with("pool", what.get(0));
    path = what.size() < 2 ? path : path.with("id", what.get(1));
    Order order = new Order(remote, api, how);
    order.tell(order.send("DELETE", path, Map.of()), "as the document says");
  }
}

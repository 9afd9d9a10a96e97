package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.plan.BackendText;
import io.clockwise.app.cli.plan.Order;
import io.clockwise.app.cli.remote.ApiPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code add}: new backends of a pool. */
@Command(
    name = "add",
    description = "Add backends to a pool; several in one transaction.",
    footer = {
      "",
      "Examples:",
      "  clockwise add carts cart-d=10.0.0.14:8000",
      "  clockwise add carts cart-d=10.0.0.14:80*2 cart-e=10.0.0.15:80 --state maint"
    })
public final class AddCommand implements Callable<Integer> {
  /** What operators want of a backend. */
  enum State {
    READY,
    DRAIN,
    MAINT
  }

  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;
  @Mixin private ChangeOptions how;

  @Parameters(index = "0", paramLabel = "POOL", description = "The pool.")
  private String pool = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "ID=ADDR[*W]",
      description = "The backend's id, its address and, if not 1, its weight.")
  private List<String> backends = List.of();

  @Option(
      names = "--state",
      paramLabel = "ready|drain|maint",
      description = "What it begins as. Default: ready.")
  private @Nullable State state;

  @Override
  public Integer call() {
    List<Map<String, Object>> added = backends.stream().map(this::fields).toList();
    Order order = new Order(remote, remote.client(timeout.time()), how);
    if (added.size() == 1) {
      Map<String, Object> one = added.get(0);
      order.tell(
          order.send("POST", ApiPath.of("pools", pool, "backends"), one),
          pool + "/" + one.get("id") + ": added");
      return 0;
    }
    List<Map<String, Object>> changes = new ArrayList<>();
    for (Map<String, Object> one : added) {
      Map<String, Object> change = new LinkedHashMap<>();
      change.put("op", "add");
      change.put("pool", pool);
      change.putAll(one);
      changes.add(change);
    }
    order.tell(order.sendAll(changes), Shown.counted(added.size(), "backend") + ": added");
    return 0;
  }

  private Map<String, Object> fields(String text) {
    Map<String, Object> fields = BackendText.fields(text);
    if (state != null) {
      fields.put("state", state.name().toLowerCase(Locale.ROOT));
    }
    return fields;
  }
}

package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.JsonTree;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hot-keys}: which keys of a pool have how many requests. */
@Command(
    name = "hot-keys",
    description = "Tell which keys of a pool had most of its requests of late.",
    footer = {"", "Examples:", "  clockwise hot-keys carts", "  clockwise hot-keys carts -n 5"})
public final class HotKeysCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;

  @Parameters(paramLabel = "POOL", description = "The pool.")
  private String pool = "";

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "20",
      description = "How many at most, 1 to 100; ${DEFAULT-VALUE} unless given.")
  private int limit;

  @Override
  public Integer call() {
    ApiAnswer answer =
        remote
            .client(timeout.time())
            .get(ApiPath.of("pools", pool, "hot-keys").with("limit", String.valueOf(limit)));
    if (remote.wantsJson()) {
      remote.print(answer);
    } else {
      print(answer.json(), remote.out());
    }
    return 0;
  }

  private static void print(JsonTree answer, PrintWriter out) {
    out.println(
        Shown.plain(answer.text("pool"))
            + ": "
            + Shown.counted(answer.number("requests"), "request")
            + " with a key in "
            + Shown.plain(answer.text("window")));
    TextTable table = new TextTable("HASH", "KEY", "SHARE", "REQUESTS", "OWNER", "SPREAD");
    for (JsonTree key : answer.items("keys")) {
      table.add(
          key.text("hash"),
          key.text("key"),
          Shown.percent(key.fraction("share")),
          key.text("requests"),
          key.text("owner"),
          key.flag("spread") ? "yes" : "");
    }
    if (!table.isEmpty()) {
      table.print(out, "");
    }
  }
}

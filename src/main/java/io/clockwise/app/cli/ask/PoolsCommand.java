package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiPath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pools}: the pools, one a line. */
@Command(
    name = "pools",
    description = "List the pools.",
    footer = {"", "Examples:", "  clockwise pools", "  clockwise pools --output json"})
public final class PoolsCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;

  @Override
  public Integer call() {
    ApiAnswer answer = remote.client(timeout.time()).get(ApiPath.of("pools"));
    if (remote.wantsJson()) {
      remote.print(answer);
      return 0;
    }
    TextTable table = PoolView.table();
    answer.json().items("pools").forEach(pool -> new PoolView(pool).addTo(table));
    table.print(remote.out(), "");
    return 0;
  }
}

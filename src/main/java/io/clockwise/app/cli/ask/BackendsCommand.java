package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.remote.ApiPath;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code backends}: the backends, one a line. */
@Command(
    name = "backends",
    description = "List the backends of a pool, or of all pools, what is bad first.",
    footer = {
      "",
      "TAKES: all, sessions (those it knows, while it drains), or nothing. KEYS: its share of them.",
      "",
      "Examples:",
      "  clockwise backends",
      "  clockwise backends carts --output json"
    })
public final class BackendsCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "POOL",
      description = "The pool. Default: all of them.")
  private String pool = "";

  @Override
  public Integer call() {
    ApiClient api = remote.client(timeout.time());
    ApiAnswer answer =
        api.get(pool.isEmpty() ? ApiPath.of("pools") : ApiPath.of("pools", pool, "backends"));
    if (remote.wantsJson()) {
      remote.print(answer);
      return 0;
    }
    TextTable table = BackendView.table();
    Stream.concat(
            answer.json().items("backends").stream().map(b -> new BackendView(pool, b)),
            answer.json().items("pools").stream().flatMap(p -> new PoolView(p).backends().stream()))
        .sorted(Comparator.comparingInt(BackendView::rank))
        .forEach(backend -> backend.addTo(table));
    table.print(remote.out(), "");
    return 0;
  }
}

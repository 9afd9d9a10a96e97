package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code status}: how an instance is, on one screen. */
@Command(
    name = "status",
    description = "Show how an instance is, on one screen, what is bad first.",
    footer = {
      "",
      "Lines that begin with ! need a look. Exit code 0 whatever they say; for health checks there"
          + " is 'clockwise health --ready'.",
      "",
      "Examples:",
      "  clockwise status",
      "  clockwise status --endpoint 10.0.0.1:9902,10.0.0.2:9902 --output json"
    })
public final class StatusCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;

  @Override
  public Integer call() {
    ApiClient api = remote.client(timeout.time());
    ApiAnswer ready = api.look(new ApiPath("/readyz")); // 503 is an answer, too
    ApiAnswer pools = api.get(ApiPath.of("pools"));
    ApiAnswer overlay = api.get(ApiPath.of("overlay"));
    ApiAnswer status = api.get(ApiPath.of("status"));
    ApiAnswer metrics = api.get(new ApiPath("/metrics"));
    if (remote.wantsJson()) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("endpoint", pools.endpoint().base());
      all.put("readyz", ready.json());
      all.put("pools", pools.json());
      all.put("overlay", overlay.json());
      all.put("status", status.json());
      all.put("journalOk", isGood(status, "journal"));
      all.put("reloadOk", isGood(status, "reload"));
      remote.out().println(Json.write(all));
      return 0;
    }
    StatusScreen.Said said =
        new StatusScreen.Said(
            pools.endpoint().base(), ready.json(), pools.json(), overlay.json(), status.json());
    new StatusScreen(said, Gauges.of(metrics.text()), Instant.now()).print(remote.out());
    return 0;
  }

  private static boolean isGood(ApiAnswer status, String what) {
    return status.json().at(what).flag("ok");
  }
}

package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.DurationOption;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.config.text.DurationText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code freeze}: health and scaling leave the backends alone for a while. */
@Command(
    name = "freeze",
    description = "For a while, let neither health checks nor scaling change who is available.",
    footer = {
      "",
      "Examples:",
      "  clockwise freeze",
      "  clockwise freeze 30m --reason 'network work'"
    })
public final class FreezeCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "How long. Default: 10m.")
  private Duration time = Duration.ofMinutes(10);

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit log.")
  private String reason = "";

  @Override
  public Integer call() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("duration", DurationText.of(time));
    if (!reason.isEmpty()) {
      body.put("reason", reason);
    }
    ApiAnswer answer = remote.client(timeout.time()).change("POST", ApiPath.of("freeze"), body);
    if (remote.wantsJson()) {
      remote.print(answer);
    } else {
      remote.out().println("frozen for " + DurationText.of(time));
    }
    return 0;
  }
}

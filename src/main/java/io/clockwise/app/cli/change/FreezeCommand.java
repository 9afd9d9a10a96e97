package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.DurationOption;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.config.text.DurationText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code freeze}: health and scaling leave the backends alone for a while. */
@Command(
    name = "freeze",
    description = "For a while, let neither health checks nor scaling change who is available.",
    footer = {
      "",
      "Examples:",
      "  clockwise freeze --for 60s",
      "  clockwise freeze 30m --reason 'network work'",
      "  clockwise freeze --off"
    })
public final class FreezeCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "How long, at most 24h. Default: 10m.")
  private @Nullable Duration time;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "The same.")
  private @Nullable Duration named;

  @Option(names = "--off", description = "End it now.")
  private boolean off;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit log.")
  private String reason = "";

  @Override
  public Integer call() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("for", DurationText.of(time()));
    if (!reason.isEmpty()) {
      body.put("reason", reason);
    }
    ApiAnswer answer = remote.client(timeout.time()).change("POST", ApiPath.of("freeze"), body);
    if (remote.wantsJson()) {
      remote.print(answer);
    } else {
      String until = answer.json().text("frozenUntil");
      remote.out().println(until.isEmpty() ? "not frozen" : "frozen until " + Shown.moment(until));
    }
    return 0;
  }

  private Duration time() {
    long given = Stream.of(time, named).filter(Objects::nonNull).count() + (off ? 1 : 0);
    if (given > 1) {
      throw new ParameterException(
          spec.commandLine(), "given more than one of TIME, --for and --off, expected one");
    }
    if (off) {
      return Duration.ZERO;
    }
    Duration first = time == null ? named : time;
    return first == null ? Duration.ofMinutes(10) : first;
  }
}

package io.clockwise.app.cli;

import io.clockwise.app.instance.Clockwise;
import io.clockwise.app.instance.StartFailure;
import io.clockwise.proxy.relay.DataPath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: serves until it is told to stop. */
@Command(
    name = "run",
    description = "Start the proxy and serve until a signal ends it.",
    footer = {
      "",
      "Signals: TERM or INT stop gracefully, a second one at once; HUP reloads the file; USR1 opens"
          + " the access log again.",
      "Exit code 0 after a graceful stop, 1 when it cannot start, 2 for wrong usage.",
      "",
      "Examples:",
      "  clockwise run --config conf/clockwise.yaml",
      "  clockwise run -c /etc/clockwise/clockwise.yaml >access.log"
    })
final class RunCommand implements Callable<Integer> {
  @Mixin private ConfigOption config;

  @Option(
      names = "--data-path",
      defaultValue = "relay",
      description = {
        "which way requests take: relay passes bytes on where that can be done,",
        "vertx makes objects of every message; default: ${DEFAULT-VALUE}"
      })
  private DataPath path = DataPath.RELAY;

  @Override
  public Integer call() throws InterruptedException {
    try {
      Clockwise clockwise = Clockwise.start(config.file(), path);
      clockwise.handleSignals();
      return clockwise.awaitEnd();
    } catch (StartFailure e) {
      throw new CommandFailure(e.problem());
    }
  }
}

package io.clockwise.app.cli;

import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.settings.ApiEndpoint;
import io.clockwise.app.cli.settings.ApiToken;
import io.clockwise.app.cli.settings.ClientSettings;
import io.clockwise.model.BackendAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code health}: asks a running instance whether it serves; for container health checks. */
@Command(
    name = "health",
    description = "Ask a running instance whether it is alive, or ready for traffic.",
    footer = {
      "",
      "Exit code 0: yes. 1: no, or no answer within the timeout.",
      "",
      "Examples:",
      "  clockwise health",
      "  clockwise health --admin 127.0.0.1:9902 --ready"
    })
final class HealthCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final int OK = 200;

  @Spec private CommandSpec spec;

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:9902",
      description = "Where its admin API listens. Default: ${DEFAULT-VALUE}.")
  private String admin;

  @Option(names = "--ready", description = "Ask for readiness (/readyz) instead of /livez.")
  private boolean ready;

  @Override
  public Integer call() {
    if (BackendAddress.parse(admin).isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--admin: given '" + admin + "', expected host:port");
    }
    ApiEndpoint endpoint = ApiEndpoint.parse(admin, "--admin");
    ApiClient api =
        new ApiClient(
            new ClientSettings(List.of(endpoint), ApiToken.NONE),
            TIMEOUT,
            note -> spec.commandLine().getErr().println(note));
    String path = ready ? "/readyz" : "/livez";
    int status = api.look(new ApiPath(path)).status();
    spec.commandLine().getOut().println(admin + path + ": " + status);
    return status == OK ? 0 : 1;
  }
}

package io.clockwise.app.cli;

import io.clockwise.model.BackendAddress;
import io.vertx.core.Vertx;
import io.vertx.ext.web.client.WebClient;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
  private static final int TIMEOUT_MILLIS = 3_000;

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
  public Integer call() throws InterruptedException {
    BackendAddress address =
        BackendAddress.parse(admin)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(), "--admin: given '" + admin + "', expected host:port"));
    String path = ready ? "/readyz" : "/livez";
    Vertx vertx = Vertx.vertx();
    try {
      int status =
          WebClient.create(vertx)
              .get(address.port(), address.host(), path)
              .timeout(TIMEOUT_MILLIS)
              .send()
              .toCompletionStage()
              .toCompletableFuture()
              .get(TIMEOUT_MILLIS * 2L, TimeUnit.MILLISECONDS)
              .statusCode();
      spec.commandLine().getOut().println(admin + path + ": " + status);
      return status == 200 ? 0 : 1;
    } catch (ExecutionException | TimeoutException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new CommandFailure(
          "no answer from " + admin + path + " (" + cause.getMessage() + "); is it running?");
    } finally {
      vertx.close();
    }
  }
}

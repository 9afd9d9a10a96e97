package io.clockwise.app.cli;

import io.clockwise.app.demo.DemoBackends;
import io.clockwise.app.demo.DemoConfig;
import io.clockwise.app.demo.DemoGuide;
import io.clockwise.app.instance.Clockwise;
import io.clockwise.app.instance.FileFault;
import io.clockwise.app.instance.StartFailure;
import io.clockwise.proxy.relay.DataPath;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code demo}: a proxy and its backends in one process, and what to try with them. */
@Command(
    name = "demo",
    description = "Start a proxy with embedded backends and print what to try.",
    footer = {
      "",
      "The configuration is written to --file, anew at each start; edit it while the demo runs.",
      "",
      "Examples:",
      "  clockwise demo",
      "  clockwise demo --port 8090 --admin-port 9912"
    })
final class DemoCommand implements Callable<Integer> {
  private static final int BACKENDS = 5; // four in the file, one to add

  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "Port of the proxy on 127.0.0.1, 0: any free one. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--admin-port",
      defaultValue = "9902",
      description = "Port of the admin API. Default: ${DEFAULT-VALUE}.")
  private int adminPort;

  @Option(
      names = "--backend-port",
      defaultValue = "0",
      description = "Port of the first backend, the others follow. Default: any free ones.")
  private int backendPort;

  @Option(
      names = "--file",
      defaultValue = "var/demo.yaml",
      description = "Where the configuration is written. Default: ${DEFAULT-VALUE}.")
  private Path file;

  @Override
  public Integer call() throws InterruptedException {
    checkPort("--port", port, 65_535);
    checkPort("--admin-port", adminPort, 65_535);
    checkPort("--backend-port", backendPort, 65_535 - BACKENDS + 1);
    Vertx vertx = Vertx.vertx();
    try {
      List<DemoBackends.Running> backends = startBackends(vertx);
      write(DemoConfig.text(port, adminPort, backends.subList(0, BACKENDS - 1)));
      Clockwise clockwise = Clockwise.start(file, DataPath.RELAY);
      clockwise.handleSignals();
      new DemoGuide(clockwise.listeners().get(0), clockwise.admin(), file)
          .lines(backends)
          .forEach(spec.commandLine().getOut()::println);
      spec.commandLine().getOut().flush();
      return clockwise.awaitEnd();
    } catch (StartFailure e) {
      throw new CommandFailure(
          e.problem() + "; --port, --admin-port and --backend-port choose other ports");
    } finally {
      vertx.close();
    }
  }

  private void checkPort(String option, int value, int most) {
    if (value < 0 || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + ": given " + value + ", expected 0 to " + most);
    }
  }

  private List<DemoBackends.Running> startBackends(Vertx vertx)
      throws InterruptedException, StartFailure {
    try {
      return new DemoBackends(vertx)
          .start(BACKENDS, backendPort)
          .toCompletionStage()
          .toCompletableFuture()
          .get();
    } catch (ExecutionException e) {
      throw new StartFailure(
          "the demo backends cannot listen on 127.0.0.1, ports "
              + backendPort
              + " to "
              + (backendPort + BACKENDS - 1)
              + ": "
              + Objects.requireNonNull(e.getCause()).getMessage());
    }
  }

  private void write(String text) {
    try {
      Path directory = file.toAbsolutePath().getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot write " + file + " (" + FileFault.of(e) + "); name another place with --file");
    }
  }
}

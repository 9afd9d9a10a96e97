package io.clockwise.app.cli.console;

import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.settings.ClientSettings;
import io.clockwise.app.cli.settings.Surroundings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every command that talks to the admin API, and what they lead to. */
public final class RemoteOptions {
  private final Surroundings around;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      split = ",",
      description = {
        "Where the admin API is; several by commas or by repeating: the first that answers.",
        "Else CLOCKWISE_ENDPOINT, else endpoint in client.yaml, else http://127.0.0.1:9902."
      })
  private List<String> endpoints = List.of();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = {
        "The file with the bearer token.",
        "Else CLOCKWISE_TOKEN_FILE or CLOCKWISE_TOKEN, else tokenFile in client.yaml."
      })
  private @Nullable Path tokenFile;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "table|json",
      description = "For people, or what the API said. Default: table.")
  private Output output = Output.TABLE;

  /** Makes the options of a command in its surroundings. */
  public RemoteOptions(Surroundings around) {
    this.around = around;
  }

  /** Returns a client of the API, by what the options and the surroundings say. */
  public ApiClient client(Duration timeout) {
    return new ApiClient(ClientSettings.gather(endpoints, tokenFile, around), timeout, this::note);
  }

  /** Returns what is around the command. */
  public Surroundings around() {
    return around;
  }

  /** Tells whether answers are printed as they came. */
  public boolean wantsJson() {
    return output == Output.JSON;
  }

  /** Returns where results go. */
  public PrintWriter out() {
    return command.commandLine().getOut();
  }

  /** Returns where everything else goes. */
  public PrintWriter err() {
    return command.commandLine().getErr();
  }

  /** Tells the user something beside the result. */
  public void note(String text) {
    err().println("clockwise: " + text);
    err().flush();
  }

  /** Prints an answer as it came. */
  public void print(ApiAnswer answer) {
    out().println(answer.text().strip());
  }
}

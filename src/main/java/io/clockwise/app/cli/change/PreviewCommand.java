package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.plan.ChangesFile;
import io.clockwise.app.cli.plan.PreviewText;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.ApiRefusal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code preview}: what the changes of a file would do. */
@Command(
    name = "preview",
    description = "Tell which keys the changes in a file would move; nothing changes.",
    footer = {
      "",
      "Examples:",
      "  clockwise preview changes.yaml",
      "  clockwise preview - <changes.json"
    })
public final class PreviewCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;

  @Parameters(
      index = "0",
      paramLabel = "FILE|-",
      description = "YAML or JSON with changes:, as for apply.")
  private String file = "";

  @Override
  public Integer call() {
    ChangesFile changes = ChangesFile.read(file, remote);
    ApiPath path = ApiPath.of("changes").with("dryRun", true);
    try {
      ApiAnswer answer = remote.client(timeout.time()).ask(path, changes.body());
      if (remote.wantsJson()) {
        remote.print(answer);
      } else {
        PreviewText.print(answer.json().at("preview"), remote.out());
      }
      return 0;
    } catch (ApiRefusal e) {
      throw changes.located(e);
    }
  }
}

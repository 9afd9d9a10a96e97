package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.JsonTree;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code revisions}: the history, newest first. */
@Command(
    name = "revisions",
    description = "List the accepted changes, newest first.",
    footer = {"", "Examples:", "  clockwise revisions", "  clockwise revisions 100 --output json"})
public final class RevisionsCommand implements Callable<Integer> {
  private static final int MOST_CHANGES = 3;

  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;

  @Parameters(index = "0", arity = "0..1", paramLabel = "N", description = "How many. Default: 20.")
  private int most = 20;

  @Override
  public Integer call() {
    ApiPath path = ApiPath.of("revisions").with("limit", Integer.toString(most));
    ApiAnswer answer = remote.client(timeout.time()).get(path);
    if (remote.wantsJson()) {
      remote.print(answer);
      return 0;
    }
    TextTable table = new TextTable("REVISION", "TIME", "KIND", "ACTOR", "REASON", "CHANGES");
    answer
        .json()
        .items("revisions")
        .forEach(
            revision ->
                table.add(
                    revision.text("revision"),
                    Shown.moment(revision.text("time")),
                    revision.text("kind"),
                    revision.text("actor"),
                    revision.text("reason"),
                    changes(revision.items("changes"))));
    table.print(remote.out(), "");
    return 0;
  }

  private static String changes(List<JsonTree> changes) {
    String first =
        changes.stream().limit(MOST_CHANGES).map(JsonTree::text).collect(Collectors.joining(", "));
    int more = changes.size() - MOST_CHANGES;
    return more > 0 ? first + " and " + more + " more" : first;
  }
}

package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.JsonTree;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moves}: changes that move keys by and by; pause, resume or finish them. */
@Command(
    name = "moves",
    description = "Tell how far changes are that move keys by and by, and how they go on.",
    footer = {
      "",
      "Examples:",
      "  clockwise moves",
      "  clockwise moves carts --pause --reason 'misses are high'",
      "  clockwise moves carts --finish"
    })
public final class MovesCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "POOL", description = "The pool. Default: all.")
  private @Nullable String pool;

  @ArgGroup private @Nullable Wish wish;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit log.")
  private String reason = "";

  /** How a staged change goes on. */
  static final class Wish {
    @Option(names = "--pause", required = true, description = "Move nothing more for now.")
    private boolean pause;

    @Option(names = "--resume", required = true, description = "Go on.")
    private boolean resume;

    @Option(names = "--finish", required = true, description = "Move all that is left at once.")
    private boolean finish;

    private String word() {
      if (pause == resume) {
        return finish ? "finish" : "";
      }
      return pause ? "pause" : "resume";
    }
  }

  @Override
  public Integer call() {
    if (wish != null && pool == null) {
      throw new ParameterException(
          spec.commandLine(), "--" + wish.word() + " needs a POOL: which change is meant?");
    }
    ApiAnswer answer = ask();
    if (remote.wantsJson()) {
      remote.print(answer);
    } else {
      print(pool == null ? answer.json().items("pools") : List.of(answer.json()), remote.out());
    }
    return 0;
  }

  private ApiAnswer ask() {
    if (pool == null) {
      return remote.client(timeout.time()).get(ApiPath.of("pools"));
    }
    ApiPath path = ApiPath.of("pools", pool, "staged");
    if (wish == null) {
      return remote.client(timeout.time()).get(path);
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("wish", wish.word());
    if (!reason.isEmpty()) {
      body.put("reason", reason);
    }
    return remote.client(timeout.time()).change("POST", path, body);
  }

  private void print(List<JsonTree> pools, PrintWriter out) {
    TextTable table = new TextTable("POOL", "KEYS", "MOVED", "LEFT", "STATE");
    for (JsonTree each : pools) {
      JsonTree staged = each.at("staged");
      if (staged.isThere()) {
        table.add(
            pool == null ? each.text("name") : each.text("pool"),
            Shown.percent(staged.fraction("moved")),
            Shown.percent(staged.fraction("progress")),
            Shown.time(staged.text("remaining")),
            state(staged));
      }
    }
    if (table.isEmpty()) {
      out.println("no change is under way");
    } else {
      table.print(out, "");
    }
  }

  private static String state(JsonTree staged) {
    if (staged.flag("paused")) {
      return "paused";
    }
    List<JsonTree> waits = staged.items("waitsFor");
    return waits.isEmpty()
        ? "moving"
        : "waits for " + waits.stream().map(JsonTree::text).collect(Collectors.joining(", "));
  }
}

package io.clockwise.app.cli.change;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.Question;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.plan.DrainRun;
import io.clockwise.app.cli.plan.DrainTerms;
import io.clockwise.app.cli.plan.DrainWait;
import io.clockwise.app.cli.plan.Selection;
import io.clockwise.app.cli.plan.Target;
import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.settings.ClientFailure;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code drain}: backends get nothing new, and finish what they have. */
@Command(
    name = "drain",
    description = {
      "Drain backends: nothing new from the answer on; known sessions stay until the deadline.",
      "'clockwise ready' takes it back."
    },
    footer = {
      "",
      "Exit code 0: begun, or with --wait over. 1: refused, or cancelled. 3: --timeout passed.",
      "",
      "Examples:",
      "  clockwise drain carts cart-a --wait && ssh cart-a reboot",
      "  clockwise drain carts 'cart-*-rack7' --deadline 5m --wait --timeout 6m",
      "  clockwise drain carts cart-a --dry-run"
    })
public final class DrainCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private DrainTerms terms;
  @Mixin private DrainWait wait;
  @Mixin private ChangeOptions how;
  @Mixin private Question question;

  @Parameters(index = "0", paramLabel = "POOL", description = "The pool; * stands for anything.")
  private String pool = "";

  @Parameters(index = "1", paramLabel = "ID", description = "The backend; * stands for anything.")
  private String id = "";

  @Option(
      names = "--strict",
      description = "Serve nothing new even when no other backend is left in the pool.")
  private boolean strict;

  @Override
  public Integer call() {
    Selection selection = Selection.of(pool, id);
    ApiClient api = remote.client(TimeoutOption.DEFAULT);
    DrainRun run = new DrainRun(remote, api, how, wait);
    if (selection.isExact()) {
      return run.one(Target.named(pool, id), terms, strict);
    }
    if (strict) {
      throw ClientFailure.usage("--strict goes with one backend, not with a pattern");
    }
    List<Target> targets = selection.choose(remote, api, question, "drain");
    return targets.isEmpty() ? 1 : run.all(targets, terms);
  }
}

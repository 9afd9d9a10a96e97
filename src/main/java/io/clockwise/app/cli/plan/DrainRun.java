package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A drain of one backend or of several, begun and perhaps waited for. */
public final class DrainRun {
  private final RemoteOptions remote;
  private final ApiClient api;
  private final ChangeOptions how;
  private final DrainWait wait;

  /** Drains by a client. */
  public DrainRun(RemoteOptions remote, ApiClient api, ChangeOptions how, DrainWait wait) {
    this.remote = remote;
    this.api = api;
    this.how = how;
    this.wait = wait;
  }

  /**
   * Drains one backend.
   *
   * @param strict whether it serves nothing new even when no other backend is left
   * @return the exit code
   */
  public int one(Target target, DrainTerms terms, boolean strict) {
    Order order = new Order(remote, api, how);
    ApiPath path = target.path("drain").with("strict", strict);
    ApiAnswer answer = order.send("POST", path, terms.fields());
    if (how.isDryRun()) {
      order.tell(answer, "");
      return 0;
    }
    JsonTree body = answer.json();
    if (wait.waits()) {
      order.warn(body);
      return new DrainWatch(remote, api, List.of(target)).await(wait.timeout());
    }
    if (remote.wantsJson()) {
      remote.print(answer);
      return 0;
    }
    remote.out().println(target + ": " + now(body) + ", revision " + body.text("revision"));
    order.warn(body);
    return 0;
  }

  private static String now(JsonTree body) {
    DrainState state = new DrainState(body);
    if (state.state().isEmpty()) {
      return "draining"; // the answer was lost, and only the revision is known
    }
    return state.isOver() ? state.end() : "draining: " + state.text();
  }

  /** Drains several backends in one transaction; returns the exit code. */
  public int all(List<Target> targets, DrainTerms terms) {
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put("op", "drain");
    operation.putAll(terms.fields());
    Order order = new Order(remote, api, how);
    ApiAnswer answer = order.sendAll(targets.stream().map(t -> t.change(operation)).toList());
    if (how.isDryRun() || !wait.waits()) {
      order.tell(answer, Shown.counted(targets.size(), "backend") + ": draining");
      return 0;
    }
    order.warn(answer.json());
    return new DrainWatch(remote, api, targets).await(wait.timeout());
  }
}

package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A change on its way: sent as the options say, its outcome told. */
public final class Order {
  private static final ApiPath CHANGES = ApiPath.of("changes");

  private final RemoteOptions remote;
  private final ApiClient api;
  private final ChangeOptions how;

  /** Sends changes by a client. */
  public Order(RemoteOptions remote, ApiClient api, ChangeOptions how) {
    this.remote = remote;
    this.api = api;
    this.how = how;
  }

  /** Sends one change; the answer is not told yet. */
  public ApiAnswer send(String method, ApiPath path, Map<String, ?> fields) {
    Map<String, Object> body = how.explain(new LinkedHashMap<>(fields));
    return how.isDryRun()
        ? api.ask(method, how.on(path), body)
        : api.change(method, how.on(path), body);
  }

  /** Sends several changes, all or nothing; the answer is not told yet. */
  public ApiAnswer sendAll(List<Map<String, Object>> changes) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("changes", changes);
    return send("POST", CHANGES, body);
  }

  /**
   * Tells what a change has led to.
   *
   * @param done what is the case now
   */
  public void tell(ApiAnswer answer, String done) {
    if (remote.wantsJson()) {
      remote.print(answer);
      return;
    }
    JsonTree body = answer.json();
    if (how.isDryRun()) {
      remote.out().println("nothing is changed; this would be:");
    } else {
      boolean same = body.at("changed").isThere() && !body.flag("changed");
      String revision = body.text("revision");
      remote
          .out()
          .println(
              done
                  + (same ? " already" : "")
                  + (revision.isEmpty() ? "" : ", revision " + revision));
    }
    PreviewText.print(body.at("preview"), remote.out());
    warn(body);
  }

  /** Tells of what is not yet as it should be. */
  void warn(JsonTree body) {
    String loops = body.texts("pendingLoops");
    if (!loops.isEmpty()) {
      remote.note("accepted, but these event loops do not use it yet: " + loops);
    }
    if (body.at("kept").isThere() && !body.flag("kept")) {
      remote.note("accepted, but not kept on disk: a restart loses it");
    }
  }
}

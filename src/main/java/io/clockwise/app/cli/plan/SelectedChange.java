package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.console.ChangeOptions;
import io.clockwise.app.cli.console.Question;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.remote.ApiClient;
import java.util.List;
import java.util.Map;

/** The same change of one backend, or of all that a pattern names in one transaction. */
public final class SelectedChange {
  private final RemoteOptions remote;
  private final ApiClient api;
  private final ChangeOptions how;
  private final Question question;

  /** Makes changes by a client. */
  public SelectedChange(RemoteOptions remote, ApiClient api, ChangeOptions how, Question question) {
    this.remote = remote;
    this.api = api;
    this.how = how;
    this.question = question;
  }

  /**
   * What happens to a backend.
   *
   * @param what for the question, such as {@code remove}
   * @param done what is the case afterwards, such as {@code removed}
   * @param method of HTTP on one backend
   * @param below the last part of the path for one backend, if there is any
   * @param fields of the body for one backend
   * @param operation of a change of several
   */
  public record Deed(
      String what,
      String done,
      String method,
      List<String> below,
      Map<String, Object> fields,
      Map<String, Object> operation) {}

  /** Makes the change and tells of it; returns the exit code. */
  public int run(Selection selection, Deed deed) {
    Order order = new Order(remote, api, how);
    if (selection.isExact()) {
      Target target = Target.named(selection.pool(), selection.id());
      String[] below = deed.below().toArray(String[]::new);
      order.tell(
          order.send(deed.method(), target.path(below), deed.fields()),
          target + ": " + deed.done());
      return 0;
    }
    List<Target> targets = selection.choose(remote, api, question, deed.what());
    if (targets.isEmpty()) {
      return 1;
    }
    String who =
        targets.size() == 1 ? targets.get(0).toString() : Shown.counted(targets.size(), "backend");
    order.tell(
        order.sendAll(targets.stream().map(t -> t.change(deed.operation())).toList()),
        who + ": " + deed.done());
    return 0;
  }
}

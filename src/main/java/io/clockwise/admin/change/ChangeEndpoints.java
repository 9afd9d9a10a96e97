package io.clockwise.admin.change;

import io.clockwise.admin.api.ChangeDesk;
import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.JsonFields;
import io.clockwise.admin.http.Problem;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.Role;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ControlPort;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** Transactions: any operations on any pools, all or nothing. */
public final class ChangeEndpoints {
  private final ControlPort control;
  private final ChangeDesk desk;

  /** Hands changes to this desk. */
  public ChangeEndpoints(ControlPort control, ChangeDesk desk) {
    this.control = control;
    this.desk = desk;
  }

  /** Returns what can be called. */
  public List<Endpoint> all() {
    return List.of(
        new Endpoint(
            HttpMethod.POST,
            "/v1/changes",
            Role.OPERATE,
            List.of("dryRun", "force", "durable", Call.REASON),
            List.of(JsonFields.CHANGES, Call.REASON),
            this::change));
  }

  private Future<Answer> change(Call call) {
    ChangeText.Read read =
        new ChangeText(control.state()).read(call.body().objects(JsonFields.CHANGES));
    requireRole(call, read);
    return desk.told(call, new ChangeProposal.Changes(read.changes()), read::place);
  }

  /* Whoever may drain one backend may drain many. */
  private static void requireRole(Call call, ChangeText.Read read) {
    if (call.caller().role() != Role.OPERATE) {
      return;
    }
    for (int i = 0; i < read.changes().size(); i++) {
      BackendChange change = read.changes().get(i);
      if (!(change instanceof BackendChange.Wish || change instanceof BackendChange.Drained)) {
        throw new Refusal(
            Problem.of(
                    ProblemType.FORBIDDEN,
                    "the role operate may drain, ready and maint; this needs the role admin")
                .below(read.place(i)));
      }
    }
  }
}

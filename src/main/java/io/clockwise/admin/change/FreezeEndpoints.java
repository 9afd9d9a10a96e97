package io.clockwise.admin.change;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Audit;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.Role;
import io.clockwise.config.text.DurationText;
import io.clockwise.event.ControlPort;
import io.clockwise.event.health.HealthPort;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.BiConsumer;

/** Leaving availability as it is for a while, whatever is found out about backends. */
public final class FreezeEndpoints {
  private static final String PATH = "/v1/freeze";
  private static final String FOR = "for";
  private static final Duration LONGEST = Duration.ofHours(24);

  private final HealthPort health;
  private final ControlPort control;
  private final InstantSource clock;
  private final BiConsumer<String, String> news;

  /**
   * Freezes what this port tells.
   *
   * @param news takes the actor and the reason of what was done
   */
  public FreezeEndpoints(
      HealthPort health,
      ControlPort control,
      InstantSource clock,
      BiConsumer<String, String> news) {
    this.health = health;
    this.control = control;
    this.clock = clock;
    this.news = news;
  }

  /** Returns what can be called. */
  public List<Endpoint> all() {
    return List.of(
        Endpoint.get(PATH, Role.READ, call -> Future.succeededFuture(answer())),
        new Endpoint(
            HttpMethod.POST,
            PATH,
            Role.OPERATE,
            List.of(Call.REASON),
            List.of(FOR, Call.REASON),
            this::freeze));
  }

  private Future<Answer> freeze(Call call) {
    if (call.ifMatch() != null) {
      throw Refusal.of(ProblemType.INVALID, "If-Match does not apply to a freeze");
    }
    Duration time = time(call);
    String reason = call.reason(); // one that is too long is refused before anything is done
    health.freeze(clock.instant().plus(time).truncatedTo(ChronoUnit.MILLIS));
    news.accept(call.caller().actor(), reason);
    Audit.applied(call, control.state().revision());
    return Future.succeededFuture(answer());
  }

  private static Duration time(Call call) {
    String text =
        call.body()
            .text(FOR)
            .orElseThrow(
                () -> Refusal.ofField(ProblemType.INVALID, FOR, "'" + FOR + "' is missing"));
    return DurationText.parse(text)
        .filter(time -> time.compareTo(LONGEST) <= 0)
        .orElseThrow(
            () ->
                Refusal.ofField(
                    ProblemType.INVALID,
                    FOR,
                    "'" + FOR + "' must be a duration such as 60s, 24h at most; 0s ends a freeze"));
  }

  private Answer answer() {
    Instant until = health.frozenUntil();
    boolean frozen = until != null && until.isAfter(clock.instant());
    return Answer.json(
        200, new JsonObject().put("frozenUntil", frozen ? String.valueOf(until) : null));
  }
}

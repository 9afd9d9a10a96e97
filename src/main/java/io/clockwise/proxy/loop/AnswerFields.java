package io.clockwise.proxy.loop;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.rule.EditedFields;
import io.clockwise.route.CompiledRoute;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** The fields of answers as clients get them, of one event loop. */
public final class AnswerFields {
  private final LoopScope scope;

  /** Makes them for an event loop. */
  public AnswerFields(LoopScope scope) {
    this.scope = scope;
  }

  /**
   * Writes the fields of one answer.
   *
   * @param received as the backend sent them, in this version
   * @param route of the request
   * @param fields where they are written
   */
  public void write(
      MultiMap received,
      HttpVersion version,
      @Nullable CompiledRoute route,
      ClockwiseConfig config,
      MultiMap fields) {
    FieldRules.copyResponse(received, fields);
    scope.via(config.instance()).append(fields, version);
    if (!fields.contains("date")) {
      fields.set("date", scope.date().at(System.currentTimeMillis()));
    }
    if (route != null) {
      EditedFields.apply(route.config().headers().response(), fields);
    }
  }
}

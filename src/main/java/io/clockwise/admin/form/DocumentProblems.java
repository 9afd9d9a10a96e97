package io.clockwise.admin.form;

import io.clockwise.config.ConfigProblem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** What is wrong with a document, or doubtful, in JSON. */
public final class DocumentProblems {
  private DocumentProblems() {}

  /** Returns them as a list. */
  public static JsonArray json(List<ConfigProblem> problems) {
    JsonArray array = new JsonArray();
    for (ConfigProblem problem : problems) {
      array.add(
          new JsonObject()
              .put("path", problem.path())
              .put("line", problem.line())
              .put("given", problem.given())
              .put("expected", problem.expected())
              .put("hint", problem.hint()));
    }
    return array;
  }
}

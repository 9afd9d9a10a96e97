package io.clockwise.testkit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What came of a {@link WireCase}.
 *
 * @param answers the final answers that the client got, in order
 * @param closed whether the proxy closed the client's connection
 * @param received what the backend got
 * @param malformed what was wrong with what the backend got
 */
public record WireOutcome(
    List<RawAnswer> answers,
    boolean closed,
    List<ReceivedRequest> received,
    List<String> malformed) {

  /** Returns everything in which the outcome is not the expected one; empty: it is. */
  public List<String> problems(JsonObject expect) {
    List<String> problems = new ArrayList<>();
    if (!malformed.isEmpty()) {
      problems.add("malformed at the backend: " + malformed);
    }
    if (received.stream().anyMatch(r -> r.target().contains("/smuggled"))) {
      problems.add("a smuggled request reached the backend");
    }
    String kind = kindProblem(expect);
    if (kind != null) {
      problems.add(kind);
    }
    if (expect.getBoolean("must_close", false) && !closed) {
      problems.add("the connection stayed open");
    }
    detailProblems(expect, problems);
    return problems;
  }

  private String kindProblem(JsonObject expect) {
    long whole = received.stream().filter(ReceivedRequest::isWhole).count();
    return switch (expect.getString("kind")) {
      case "reject" -> rejected(expect) ? null : "not rejected: " + this;
      case "reject_or_normalise" ->
          rejected(expect) || isForwarded(1) ? null : "neither rejected nor normalised: " + this;
      case "forward" -> forwardProblem(expect);
      case "incomplete" -> whole == 0 ? null : "a whole request reached the backend";
      case "incomplete_or_reject" ->
          whole == 0 || rejected(expect) ? null : "a whole request reached the backend";
      case "no_backend" -> received.isEmpty() ? null : "something reached the backend";
      case "any_safe" -> null;
      case "response" -> allowed(expect.getJsonArray("allow")) ? null : "answered: " + this;
      default -> "unknown kind " + expect.getString("kind");
    };
  }

  private boolean rejected(JsonObject expect) {
    boolean body = "body".equals(expect.getString("stage"));
    boolean reached =
        body ? received.stream().anyMatch(ReceivedRequest::isWhole) : !received.isEmpty();
    if (reached) {
      return false;
    }
    if (answers.isEmpty()) {
      return closed;
    }
    int status = answers.get(0).status();
    return status == 400 || expect.getJsonArray("status", new JsonArray()).contains(status);
  }

  private boolean isForwarded(int count) {
    return received.size() == count
        && received.stream().allMatch(ReceivedRequest::isWhole)
        && answers.size() == count
        && answers.stream().allMatch(a -> a.status() / 100 == 2);
  }

  private String forwardProblem(JsonObject expect) {
    if (!isForwarded(expect.getInteger("count"))) {
      return "not forwarded as it should be: " + this;
    }
    for (int i = 0; i < answers.size() && expect.getBoolean("ordered", false); i++) {
      if (!answers.get(i).text().equals(received.get(i).target())) {
        return "answers out of order";
      }
    }
    return null;
  }

  private boolean allowed(JsonArray allow) {
    if (answers.isEmpty()) {
      return closed && allow.contains("closed");
    }
    RawAnswer answer = answers.get(0);
    return allow.contains(Integer.toString(answer.status()))
        || allow.contains("ok:" + answer.text());
  }

  private void detailProblems(JsonObject expect, List<String> problems) {
    for (ReceivedRequest request : received) {
      for (Object name : expect.getJsonArray("absent", new JsonArray())) {
        if (request.field((String) name).isPresent()) {
          problems.add("the backend got " + name);
        }
      }
      for (Object name : expect.getJsonArray("trailer_absent", new JsonArray())) {
        if (request.trailers().stream().anyMatch(t -> t.getKey().equals(name))) {
          problems.add("the backend got the trailer " + name);
        }
      }
      if (expect.getString("host_not", "").equals(request.field("host").orElseThrow())) {
        problems.add("the backend got host " + expect.getString("host_not"));
      }
      String forwarded = String.join(",", request.fields("x-forwarded-for"));
      if (expect.getBoolean("need_xff", false) && !forwarded.endsWith("127.0.0.1")) {
        problems.add("x-forwarded-for is " + forwarded);
      }
      bodyProblem(expect, request, problems);
    }
    for (RawAnswer answer : answers) {
      if (expect.getBoolean("no_2xx", false) && answer.status() / 100 == 2) {
        problems.add("answered with " + answer.status());
      }
      for (Object name : expect.getJsonArray("resp_absent", new JsonArray())) {
        if (answer.field((String) name).isPresent()) {
          problems.add("the client got " + name);
        }
      }
    }
  }

  private static void bodyProblem(
      JsonObject expect, ReceivedRequest request, List<String> problems) {
    try {
      if (expect.containsKey("body")
          && request.isWhole()
          && !new String(request.body(), StandardCharsets.ISO_8859_1)
              .equals(expect.getString("body"))) {
        problems.add("the backend got another body");
      }
    } catch (java.io.IOException e) {
      problems.add("the body cannot be read: " + e.getMessage());
    }
  }

  @Override
  public String toString() {
    return "answers "
        + answers.stream().map(a -> a.statusLine() + " " + a.text()).toList()
        + ", closed "
        + closed
        + ", received "
        + received.stream().map(r -> r.target() + (r.isWhole() ? "" : " (cut)")).toList();
  }
}

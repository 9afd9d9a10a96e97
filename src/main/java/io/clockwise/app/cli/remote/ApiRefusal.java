package io.clockwise.app.cli.remote;

import io.clockwise.app.cli.settings.ApiToken;
import io.clockwise.app.cli.settings.ClientFailure;

/** A call that the admin API refused; its message says what, where, and what to do. */
public final class ApiRefusal extends ClientFailure {
  private static final long serialVersionUID = 1L;
  private static final String NEXT = System.lineSeparator() + "  ";

  private final transient ApiAnswer answer;

  private ApiRefusal(String message, ApiAnswer answer) {
    super(message);
    this.answer = answer;
  }

  static ApiRefusal of(ApiRequest request, ApiAnswer answer, ApiToken token) {
    String slug = answer.problem();
    if (slug.isEmpty()) {
      String what = answer.endpoint() + " answered " + answer.status() + " to " + request;
      return new ApiRefusal(what + "; is that the admin API?", answer);
    }
    JsonTree problem = answer.json();
    StringBuilder text = new StringBuilder(problem.text("title"));
    text.append(" (").append(problem.text("type")).append(')');
    text.append(NEXT).append(request).append(" at ").append(answer.endpoint());
    String pointer = problem.text("pointer");
    text.append(NEXT)
        .append(pointer.isEmpty() ? "" : pointer + ": ")
        .append(problem.text("detail"));
    String hint = hint(slug, token);
    if (!hint.isEmpty()) {
      text.append(NEXT).append(hint);
    }
    return new ApiRefusal(text.toString(), answer);
  }

  private static String hint(String slug, ApiToken token) {
    return switch (slug) {
      case "unauthenticated" ->
          token.isThere()
              ? "the token is that of " + token.origin()
              : "no token was given: --token-file, CLOCKWISE_TOKEN_FILE, CLOCKWISE_TOKEN, or"
                  + " tokenFile in client.yaml";
      case "forbidden" ->
          token.isThere()
              ? "the token is that of " + token.origin() + "; its role is too small for this"
              : "";
      case "last-open" -> "--force does it all the same";
      case "live-work" -> "'clockwise drain' first, or --force";
      case "not-kept" -> "--volatile does it all the same; it is lost with the process";
      case "stale" -> "look again: somebody else has changed the pool";
      case "later" -> "the Clockwise that runs there cannot do this";
      default -> "";
    };
  }

  /** Returns the last part of the problem's type, such as {@code last-open}; empty: none. */
  public String problem() {
    return answer.problem();
  }

  /** Returns the status code. */
  public int status() {
    return answer.status();
  }

  /** Returns the problem as it came. */
  public JsonTree details() {
    return problem().isEmpty() ? JsonTree.NOTHING : answer.json();
  }
}

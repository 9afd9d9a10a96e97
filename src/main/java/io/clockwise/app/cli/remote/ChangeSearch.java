package io.clockwise.app.cli.remote;

import io.clockwise.app.cli.settings.ApiEndpoint;
import io.clockwise.app.cli.settings.ClientFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The search in the history for a change whose answer never came. */
final class ChangeSearch {
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final long PAUSE_MILLIS = 250;
  private static final ApiPath HISTORY = ApiPath.of("revisions").with("limit", "100");

  private final Wire wire;
  private final List<ApiEndpoint> endpoints;

  ChangeSearch(Wire wire, List<ApiEndpoint> endpoints) {
    this.wire = wire;
    this.endpoints = endpoints;
  }

  /**
   * Looks for a change by its key.
   *
   * @param silent who did not answer, and why
   * @return the revision that it became
   * @throws ClientFailure when it is not found
   */
  ApiAnswer find(ApiRequest request, String silent, Consumer<String> notes) {
    long begin = System.nanoTime();
    long patience = Math.min(LONGEST.toNanos(), wire.timeout().toNanos());
    while (System.nanoTime() - begin < patience) {
      for (ApiEndpoint endpoint : endpoints) {
        Optional<JsonTree> found = lookAt(endpoint, request.key());
        if (found.isPresent()) {
          long revision = found.get().number("revision");
          notes.accept(silent + "; but the change is made: it is revision " + revision);
          Map<String, Object> body = Map.of("revision", revision, "changed", true);
          return new ApiAnswer(endpoint, 200, Json.write(body));
        }
      }
      pause();
    }
    throw new ClientFailure(
        "it is not known whether the change was made: "
            + silent
            + System.lineSeparator()
            + "  no revision has its key "
            + request.key()
            + "; look at 'clockwise revisions' before you repeat it");
  }

  private Optional<JsonTree> lookAt(ApiEndpoint endpoint, String key) {
    try {
      ApiAnswer answer = wire.call(endpoint, ApiRequest.get(HISTORY));
      return answer.isGood()
          ? answer.json().items("revisions").stream()
              .filter(revision -> revision.text("changeId").equals(key))
              .findFirst()
          : Optional.empty();
    } catch (NoAnswer e) {
      return Optional.empty(); // another endpoint may know, or this one a little later
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientFailure("interrupted; whether the change was made is not known");
    }
  }
}

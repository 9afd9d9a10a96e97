package io.clockwise.app.cli.remote;

import io.clockwise.app.cli.settings.ApiEndpoint;
import io.clockwise.app.cli.settings.ClientFailure;
import io.clockwise.app.cli.settings.ClientSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The admin API behind one or several endpoints, of which the first that answers is used. Used by
 * one thread.
 */
public final class ApiClient {
  private static final int OK = 200;

  private final List<ApiEndpoint> endpoints;
  private final Wire wire;
  private final Consumer<String> notes;
  private int current; // the one that answered last is asked first

  /**
   * Makes a client.
   *
   * @param timeout of a call at one endpoint
   * @param notes is told what the user should know although all went well
   */
  public ApiClient(ClientSettings settings, Duration timeout, Consumer<String> notes) {
    this.endpoints = settings.endpoints();
    this.wire = new Wire(settings.token(), timeout);
    this.notes = notes;
  }

  /** Returns the endpoints, the one that answered last first. */
  public List<ApiEndpoint> endpoints() {
    return Stream.concat(
            endpoints.subList(current, endpoints.size()).stream(),
            endpoints.subList(0, current).stream())
        .toList();
  }

  /** Reads, or fails with an {@link ApiRefusal}. */
  public ApiAnswer get(ApiPath path) {
    return good(ApiRequest.get(path), look(ApiRequest.get(path)));
  }

  /** Reads whatever is answered, be it a refusal. */
  public ApiAnswer look(ApiPath path) {
    return look(ApiRequest.get(path));
  }

  /** Asks with a body; nothing changes by it, so that any endpoint may be asked again. */
  public ApiAnswer ask(ApiPath path, Map<String, ?> body) {
    return ask("POST", path, body);
  }

  /** Asks with a body and by any method; nothing changes by it. */
  public ApiAnswer ask(String method, ApiPath path, Map<String, ?> body) {
    ApiRequest request = ApiRequest.of(method, path, body, null);
    return good(request, look(request));
  }

  private ApiAnswer good(ApiRequest request, ApiAnswer answer) {
    if (!answer.isGood()) {
      throw ApiRefusal.of(request, answer, wire.token());
    }
    return answer;
  }

  private ApiAnswer look(ApiRequest request) {
    return first((endpoint) -> wire.call(endpoint, request));
  }

  /** Opens the stream of events behind one that was seen; empty: from now on. */
  Stream<String> follow(ApiPath path, String lastEvent) {
    ApiRequest request = ApiRequest.get(path);
    Wire.Flow flow = first((endpoint) -> wire.follow(endpoint, request, lastEvent));
    if (flow.status() != OK) {
      try (Stream<String> lines = flow.lines()) {
        String text = lines.collect(Collectors.joining("\n"));
        ApiAnswer answer = new ApiAnswer(flow.endpoint(), flow.status(), text);
        throw ApiRefusal.of(request, answer, wire.token());
      }
    }
    return flow.lines();
  }

  private interface Attempt<T> {
    T at(ApiEndpoint endpoint) throws NoAnswer;
  }

  private <T> T first(Attempt<T> attempt) {
    List<String> silent = new ArrayList<>();
    for (ApiEndpoint endpoint : endpoints()) {
      try {
        T answer = attempt.at(endpoint);
        current = endpoints.indexOf(endpoint);
        return answer;
      } catch (NoAnswer e) {
        silent.add(e.text());
      }
    }
    throw nobody(silent);
  }

  private static ClientFailure nobody(List<String> silent) {
    return new ClientFailure(
        "no answer from "
            + String.join(System.lineSeparator() + "  nor from ", silent)
            + "; is Clockwise running there?");
  }

  /**
   * Changes something, once: it is named by a key; the next endpoint is tried only when the one
   * before has surely not got it, else the change is looked for by its key.
   *
   * @return the answer; when it had to be looked for, an object with its {@code revision}
   */
  public ApiAnswer change(String method, ApiPath path, Map<String, ?> body) {
    String key = UUID.randomUUID().toString();
    ApiRequest request = ApiRequest.of(method, path, body, key);
    List<String> silent = new ArrayList<>();
    List<ApiEndpoint> order = endpoints();
    for (ApiEndpoint endpoint : order) {
      boolean last = endpoint.equals(order.get(order.size() - 1));
      try {
        ApiAnswer answer = wire.call(endpoint, request);
        if (!last && answer.problem().equals("stopping")) { // it takes nothing any more
          silent.add(endpoint + ": it is stopping");
          continue;
        }
        current = endpoints.indexOf(endpoint);
        return good(request, answer);
      } catch (NoAnswer e) {
        if (!e.isUnsent()) {
          return new ChangeSearch(wire, order).find(request, e.text(), notes);
        }
        silent.add(e.text());
      }
    }
    throw nobody(silent);
  }
}

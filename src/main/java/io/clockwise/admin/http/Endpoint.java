package io.clockwise.admin.http;

import io.clockwise.config.Role;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One method of one path.
 *
 * @param method GET answers HEAD too
 * @param path with {@code :name} for a segment that varies
 * @param role the least that may call it; null: everyone
 * @param parameters of the query that it understands
 * @param fields of the body that it understands
 * @param serve answers, or fails with a {@link Refusal}
 */
public record Endpoint(
    HttpMethod method,
    String path,
    @Nullable Role role,
    List<String> parameters,
    List<String> fields,
    Function<Call, Future<Answer>> serve) {

  /** Copies the lists. */
  public Endpoint {
    parameters = List.copyOf(parameters);
    fields = List.copyOf(fields);
  }

  /** Returns an endpoint that reads. */
  public static Endpoint get(
      String path, @Nullable Role role, Function<Call, Future<Answer>> serve) {
    return get(path, role, List.of(), serve);
  }

  /** Returns an endpoint that reads, with parameters. */
  public static Endpoint get(
      String path,
      @Nullable Role role,
      List<String> parameters,
      Function<Call, Future<Answer>> serve) {
    return new Endpoint(HttpMethod.GET, path, role, parameters, List.of(), serve);
  }

  /** Tells whether a call may change something. */
  public boolean isMutation() {
    return !method.equals(HttpMethod.GET);
  }
}

package io.clockwise.admin.explain;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.config.Role;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The description of this API, for programs. */
public final class OpenApiEndpoint {
  private static final String FILE = "/openapi.yaml";

  private OpenApiEndpoint() {}

  /** Returns what can be called. */
  public static List<Endpoint> all() {
    Answer answer = new Answer(200, "application/yaml", Buffer.buffer(document()), Map.of());
    return List.of(Endpoint.get(FILE, Role.READ, call -> Future.succeededFuture(answer)));
  }

  private static byte[] document() {
    try (InputStream in = OpenApiEndpoint.class.getResourceAsStream(FILE)) {
      return Objects.requireNonNull(in, FILE).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

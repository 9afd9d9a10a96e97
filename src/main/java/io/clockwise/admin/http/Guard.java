package io.clockwise.admin.http;

import io.clockwise.config.Role;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Decides who may call an endpoint. */
@FunctionalInterface
public interface Guard {
  /**
   * Looks at a request's head.
   *
   * @param needed the least role that may pass; null: everyone
   * @return the caller, or a {@link Refusal}
   */
  Future<Caller> admit(HttpServerRequest request, @Nullable Role needed);
}

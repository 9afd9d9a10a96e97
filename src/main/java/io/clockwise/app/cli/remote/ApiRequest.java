package io.clockwise.app.cli.remote;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call, before it is known whom it goes to.
 *
 * @param method of HTTP
 * @param path with the query
 * @param body JSON; empty: none
 * @param key names a change, so that it is made once; empty: it has no name
 */
record ApiRequest(String method, ApiPath path, String body, String key) {

  /** Returns a call that reads. */
  static ApiRequest get(ApiPath path) {
    return new ApiRequest("GET", path, "", "");
  }

  /** Returns a call with a body. */
  static ApiRequest of(String method, ApiPath path, Map<String, ?> body, @Nullable String key) {
    return new ApiRequest(method, path, Json.write(body), key == null ? "" : key);
  }

  @Override
  public String toString() {
    return method + ' ' + path;
  }
}

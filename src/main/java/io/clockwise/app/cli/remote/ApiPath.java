package io.clockwise.app.cli.remote;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The target of a call: path and query, escaped.
 *
 * @param target begins with a slash
 */
public record ApiPath(String target) {

  /** Returns a path below {@code /v1}. */
  public static ApiPath of(String... segments) {
    StringBuilder path = new StringBuilder("/v1");
    for (String segment : segments) {
      path.append('/').append(encode(segment));
    }
    return new ApiPath(path.toString());
  }

  /** Returns the path of a backend, or of what stands below it. */
  public static ApiPath ofBackend(String pool, String id, String... below) {
    StringBuilder path = new StringBuilder(of("pools", pool, "backends", id).target());
    for (String segment : below) {
      path.append('/').append(encode(segment));
    }
    return new ApiPath(path.toString());
  }

  /** Returns the same with one more parameter. */
  public ApiPath with(String name, String value) {
    char before = target.indexOf('?') < 0 ? '?' : '&';
    return new ApiPath(target + before + encode(name) + '=' + encode(value));
  }

  /** Returns the same with a parameter that is true, if it is. */
  public ApiPath with(String name, boolean flag) {
    return flag ? with(name, "true") : this;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return target;
  }
}

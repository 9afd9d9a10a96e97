package io.clockwise.proxy.policy;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What is particular to gRPC over HTTP/2. */
public final class GrpcRules {
  private static final String TYPE = "application/grpc";

  private GrpcRules() {}

  /** Tells whether a request is a call of gRPC. */
  public static boolean isGrpc(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_2 && isGrpc(request.getHeader("content-type"));
  }

  static boolean isGrpc(@Nullable String contentType) {
    if (contentType == null || !contentType.regionMatches(true, 0, TYPE, 0, TYPE.length())) {
      return false;
    }
    return contentType.length() == TYPE.length()
        || "+;".indexOf(contentType.charAt(TYPE.length())) >= 0;
  }

  /** Returns the fields behind an answer that say how the call has failed. */
  public static MultiMap trailers(ProxyFailure failure) {
    int code = code(FailureResponder.status(failure.kind()));
    return HttpHeaders.headers()
        .set("grpc-status", Integer.toString(code))
        .set("grpc-message", message(failure.detail()));
  }

  /** Returns the code of gRPC for an HTTP status, as clients of gRPC themselves map it. */
  static int code(int status) {
    return switch (status) {
      case 400, 431 -> 13; // INTERNAL
      case 403 -> 7; // PERMISSION_DENIED
      case 404, 405 -> 12; // UNIMPLEMENTED
      case 429, 502, 503, 504 -> 14; // UNAVAILABLE
      default -> 2; // UNKNOWN
    };
  }

  /** Returns a text as the field {@code grpc-message} may have it: percent-encoded. */
  static String message(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      if (octet >= ' ' && octet <= '~' && octet != '%') {
        encoded.append((char) octet);
      } else {
        encoded.append('%').append(String.format("%02X", octet & 0xff));
      }
    }
    return encoded.toString();
  }
}

package io.clockwise.proxy.policy;

import io.clockwise.model.FailureKind;
import io.clockwise.route.rule.ErrorPages;
import io.clockwise.route.rule.FixedBody;
import io.clockwise.telemetry.LoopMeters;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The one place where failures become answers: status, {@code Proxy-Status} (RFC 9209), a short
 * body, and the counter. One for each event loop.
 */
public final class FailureResponder {
  /** The methods that are served, as the field Allow lists them. */
  public static final String ALLOWED = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

  private static final String RETRY_AFTER_SECONDS = "1";

  private final LoopMeters meters;
  private final HttpDate date;

  /** Makes the responder of an event loop. */
  public FailureResponder(LoopMeters meters, HttpDate date) {
    this.meters = meters;
    this.date = date;
  }

  /** Counts a failure that is not answered: the client is gone, or has part of an answer. */
  public void count(FailureKind kind) {
    meters.failed(kind);
  }

  /**
   * What a failure is answered with.
   *
   * @param fields without those that frame the body
   */
  public record Answer(int status, MultiMap fields, Buffer body) {
    /** Returns the phrase for the status. */
    public String reason() {
      return HttpResponseStatus.valueOf(status).reasonPhrase();
    }
  }

  /**
   * Answers and counts a failure, in the terms of gRPC when the client speaks that over HTTP/2.
   *
   * @param response of which nothing is written yet
   * @param pages of the request's route: bodies in place of the short one
   * @return completes when the answer is written
   */
  public Future<Void> answer(
      HttpServerResponse response,
      HttpServerRequest request,
      ProxyFailure failure,
      ErrorPages pages) {
    Answer answer =
        GrpcRules.isGrpc(request)
            ? grpcAnswer(failure)
            : answer(failure, request.getHeader("accept"), pages);
    response.setStatusCode(answer.status());
    response.setStatusMessage(answer.reason());
    response.headers().addAll(answer.fields());
    boolean bare = answer.body().length() == 0 || request.method().equals(HttpMethod.HEAD);
    return bare ? response.end() : response.end(answer.body()); // HTTP/2 would send it for HEAD
  }

  /**
   * Counts a failure and returns the answer to it.
   *
   * @param accept the field of the request; null: there is none
   * @param pages of the request's route: bodies in place of the short one
   */
  public Answer answer(ProxyFailure failure, @Nullable String accept, ErrorPages pages) {
    MultiMap fields = begin(failure.kind());
    int status = status(failure.kind());
    if (status == 503 || failure.kind() == FailureKind.UPSTREAM_REFUSED) { // no backend acted
      fields.set("retry-after", RETRY_AFTER_SECONDS);
    } else if (failure.kind() == FailureKind.METHOD_NOT_ALLOWED) {
      fields.set("allow", ALLOWED);
    }
    FixedBody page = pages.of(status);
    if (page != null) {
      fields.set("content-type", page.contentType());
      return new Answer(status, fields, Buffer.buffer(page.bytes()));
    }
    boolean json = accept == null || !accept.contains("text/") || accept.contains("json");
    fields.set("content-type", json ? "application/json" : "text/plain; charset=utf-8");
    return new Answer(status, fields, body(failure, json));
  }

  private MultiMap begin(FailureKind kind) {
    count(kind);
    return HttpHeaders.headers()
        .set("date", date.at(System.currentTimeMillis()))
        .set("proxy-status", "clockwise; error=" + errorType(kind));
  }

  /* Status 200 and trailers only: the failure is a code. */
  private Answer grpcAnswer(ProxyFailure failure) {
    MultiMap fields =
        begin(failure.kind())
            .set("content-type", "application/grpc")
            .addAll(GrpcRules.trailers(failure));
    return new Answer(200, fields, Buffer.buffer());
  }

  private static Buffer body(ProxyFailure failure, boolean json) {
    String code = failure.kind().name().toLowerCase(Locale.ROOT);
    return json
        ? new JsonObject().put("error", code).put("detail", failure.detail()).toBuffer()
        : Buffer.buffer(code + ": " + failure.detail() + "\n");
  }

  /** Returns the whole answer to a head that did not come in time, and counts it. */
  public Buffer headTimeout() {
    count(FailureKind.REQUEST_TIMEOUT);
    return Buffer.buffer(
        "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n"
            + "proxy-status: clockwise; error="
            + errorType(FailureKind.REQUEST_TIMEOUT)
            + "\r\n\r\n");
  }

  /** Returns the status of a failure; 499 is never sent. */
  public static int status(FailureKind kind) {
    return switch (kind) {
      case NO_ROUTE -> 404;
      case MISSING_KEY, BAD_REQUEST -> 400;
      case ACCESS_DENIED -> 403;
      case METHOD_NOT_ALLOWED -> 405;
      case REQUEST_TIMEOUT -> 408;
      case BODY_TOO_LARGE -> 413;
      case TARGET_TOO_LONG -> 414;
      case FIELDS_TOO_LARGE -> 431;
      case CLIENT_GONE -> 499;
      case INTERNAL -> 500;
      case UNKNOWN_CODING, UNKNOWN_PROTOCOL -> 501;
      case EXPECTATION_FAILED -> 417;
      case UPSTREAM_TLS,
          UPSTREAM_CERTIFICATE,
          UPSTREAM_RESET,
          UPSTREAM_REFUSED,
          BAD_RESPONSE,
          LOOP_DETECTED ->
          502;
      case NO_BACKEND,
          BACKEND_FULL,
          BACKEND_DRAINED,
          OWNER_CHANGED,
          QUEUE_FULL,
          QUEUE_TIMEOUT,
          CONNECT_REFUSED, // nobody was there to take it, as where all are known to be down
          CONNECT_TIMEOUT ->
          503;
      case UPSTREAM_TIMEOUT -> 504;
      case UNKNOWN_VERSION -> 505;
    };
  }

  /** Tells whether the client's connection ends with the answer: its framing is in doubt. */
  public static boolean closes(FailureKind kind) {
    return switch (kind) {
      case BAD_REQUEST,
          METHOD_NOT_ALLOWED,
          TARGET_TOO_LONG,
          FIELDS_TOO_LARGE,
          UNKNOWN_CODING,
          UNKNOWN_VERSION,
          EXPECTATION_FAILED,
          REQUEST_TIMEOUT ->
          true;
      default -> false;
    };
  }

  /** Returns the error type of a failure (RFC 9209 section 2.3). */
  static String errorType(FailureKind kind) {
    return switch (kind) {
      case NO_ROUTE -> "destination_not_found";
      case ACCESS_DENIED -> "http_request_denied";
      case MISSING_KEY,
          BAD_REQUEST,
          BODY_TOO_LARGE,
          TARGET_TOO_LONG,
          FIELDS_TOO_LARGE,
          METHOD_NOT_ALLOWED,
          UNKNOWN_CODING,
          UNKNOWN_PROTOCOL,
          UNKNOWN_VERSION,
          EXPECTATION_FAILED,
          REQUEST_TIMEOUT,
          CLIENT_GONE ->
          "http_request_error";
      case NO_BACKEND, BACKEND_DRAINED, OWNER_CHANGED -> "destination_unavailable";
      case BACKEND_FULL, QUEUE_FULL, QUEUE_TIMEOUT -> "connection_limit_reached";
      case CONNECT_REFUSED -> "connection_refused";
      case CONNECT_TIMEOUT -> "connection_timeout";
      case UPSTREAM_TLS -> "tls_protocol_error";
      case UPSTREAM_CERTIFICATE -> "tls_certificate_error";
      case UPSTREAM_RESET, UPSTREAM_REFUSED -> "connection_terminated";
      case UPSTREAM_TIMEOUT -> "http_response_timeout";
      case BAD_RESPONSE -> "http_protocol_error";
      case LOOP_DETECTED -> "proxy_loop_detected";
      case INTERNAL -> "proxy_internal_error";
    };
  }
}

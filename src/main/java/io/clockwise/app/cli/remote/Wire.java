package io.clockwise.app.cli.remote;

import io.clockwise.app.cli.settings.ApiEndpoint;
import io.clockwise.app.cli.settings.ApiToken;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;

/** Calls over HTTP, each to one endpoint and once. */
final class Wire {
  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(3);

  private final ApiToken token;
  private final Duration timeout;
  private final Duration connect;
  private final HttpClient http;

  /**
   * Makes calls with a token.
   *
   * @param timeout of a call, from its connection to the head of the answer
   */
  Wire(ApiToken token, Duration timeout) {
    this.token = token;
    this.timeout = timeout;
    this.connect = timeout.compareTo(LONGEST_CONNECT) < 0 ? timeout : LONGEST_CONNECT;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER) // the token is for this endpoint alone
            .connectTimeout(connect)
            .build();
  }

  ApiToken token() {
    return token;
  }

  Duration timeout() {
    return timeout;
  }

  /** Calls an endpoint and reads the whole answer. */
  ApiAnswer call(ApiEndpoint endpoint, ApiRequest request) throws NoAnswer {
    HttpResponse<String> response =
        send(endpoint, build(endpoint, request).build(), HttpResponse.BodyHandlers.ofString());
    return new ApiAnswer(endpoint, response.statusCode(), response.body());
  }

  /** Calls an endpoint and leaves the lines of the answer to be read as they come. */
  HttpResponse<Stream<String>> follow(ApiEndpoint endpoint, ApiRequest request, String lastEvent)
      throws NoAnswer {
    HttpRequest.Builder builder = build(endpoint, request).setHeader("Accept", "text/event-stream");
    if (!lastEvent.isEmpty()) {
      builder.setHeader("Last-Event-ID", lastEvent);
    }
    return send(endpoint, builder.build(), HttpResponse.BodyHandlers.ofLines());
  }

  private HttpRequest.Builder build(ApiEndpoint endpoint, ApiRequest request) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(endpoint.resolve(request.path().target()))
            .timeout(timeout)
            .setHeader("User-Agent", "clockwise-cli");
    if (token.isThere()) {
      builder.setHeader("Authorization", "Bearer " + token.text());
    }
    if (!request.key().isEmpty()) {
      builder.setHeader("Idempotency-Key", request.key());
    }
    if (request.body().isEmpty()) {
      return builder.method(request.method(), HttpRequest.BodyPublishers.noBody());
    }
    return builder
        .setHeader("Content-Type", "application/json")
        .method(request.method(), HttpRequest.BodyPublishers.ofString(request.body()));
  }

  private <T> HttpResponse<T> send(
      ApiEndpoint endpoint, HttpRequest request, HttpResponse.BodyHandler<T> body) throws NoAnswer {
    try {
      return http.send(request, body);
    } catch (HttpConnectTimeoutException e) {
      throw new NoAnswer(endpoint, "no connection within " + connect.toMillis() + " ms", true);
    } catch (HttpTimeoutException e) {
      throw new NoAnswer(endpoint, "no answer within " + timeout.toMillis() + " ms", false);
    } catch (ConnectException e) {
      throw new NoAnswer(endpoint, refused(e), true);
    } catch (SSLHandshakeException e) {
      throw new NoAnswer(endpoint, "TLS: " + e.getMessage(), true);
    } catch (IOException e) {
      throw new NoAnswer(endpoint, "the connection broke (" + e.getMessage() + ")", false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoAnswer(endpoint, "interrupted", false);
    }
  }

  private static String refused(ConnectException e) {
    String message = "nothing listens there";
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "the host name is not known";
      }
      if (cause.getMessage() != null) {
        message = cause.getMessage().toLowerCase(Locale.ROOT);
      }
    }
    return message;
  }
}

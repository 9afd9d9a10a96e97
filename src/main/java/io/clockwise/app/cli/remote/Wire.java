package io.clockwise.app.cli.remote;

import io.clockwise.app.cli.settings.ApiEndpoint;
import io.clockwise.app.cli.settings.ApiToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Calls over HTTP, each to one endpoint and once; redirects are not followed. */
final class Wire {
  private static final int OK = 200;
  private static final Duration SILENCE = Duration.ofMinutes(1); // events have a comment in 15 s
  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(3);

  private final ApiToken token;
  private final Duration timeout;
  private final Duration connect;

  /**
   * Makes calls with a token.
   *
   * @param timeout how long an endpoint may say nothing
   */
  Wire(ApiToken token, Duration timeout) {
    this.token = token;
    this.timeout = timeout;
    this.connect = timeout.compareTo(LONGEST_CONNECT) < 0 ? timeout : LONGEST_CONNECT;
  }

  ApiToken token() {
    return token;
  }

  Duration timeout() {
    return timeout;
  }

  /** Calls an endpoint and reads the whole answer. */
  ApiAnswer call(ApiEndpoint endpoint, ApiRequest request) throws NoAnswer {
    try (Exchange exchange = Exchange.open(endpoint, connect, timeout)) {
      exchange.send(endpoint, request, fields(request));
      String text = new String(exchange.body().readAllBytes(), StandardCharsets.UTF_8);
      return new ApiAnswer(endpoint, exchange.status(), text);
    } catch (SocketTimeoutException e) {
      throw new NoAnswer(endpoint, "no answer within " + timeout.toMillis() + " ms", false);
    } catch (IOException e) {
      throw new NoAnswer(endpoint, "the connection broke (" + e.getMessage() + ")", false);
    }
  }

  /**
   * What an endpoint says line by line.
   *
   * @param lines as they come, without an end; to be closed
   */
  record Flow(ApiEndpoint endpoint, int status, Stream<String> lines) {}

  /** Calls an endpoint and leaves the answer to be read as it comes. */
  Flow follow(ApiEndpoint endpoint, ApiRequest request, String lastEvent) throws NoAnswer {
    Map<String, String> fields = fields(request);
    fields.put("Accept", "text/event-stream");
    if (!lastEvent.isEmpty()) {
      fields.put("Last-Event-ID", lastEvent);
    }
    Exchange exchange = Exchange.open(endpoint, connect, timeout);
    try {
      exchange.send(endpoint, request, fields);
      if (exchange.status() == OK) {
        exchange.takeTime(SILENCE);
      }
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(exchange.body(), StandardCharsets.UTF_8));
      return new Flow(endpoint, exchange.status(), reader.lines().onClose(exchange::close));
    } catch (IOException e) {
      exchange.close();
      throw new NoAnswer(endpoint, "the connection broke (" + e.getMessage() + ")", false);
    }
  }

  private Map<String, String> fields(ApiRequest request) {
    Map<String, String> fields = new LinkedHashMap<>();
    if (token.isThere()) {
      fields.put("Authorization", "Bearer " + token.text());
    }
    if (!request.key().isEmpty()) {
      fields.put("Idempotency-Key", request.key());
    }
    return fields;
  }
}

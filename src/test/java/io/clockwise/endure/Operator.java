package io.clockwise.endure;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** One who changes a running Clockwise through its admin API. */
final class Operator {
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final int port;

  Operator(int port) {
    this.port = port;
  }

  /**
   * What the API said.
   *
   * @param asked when it was asked, by the clock that only goes forward
   * @param answered when the answer was there
   */
  record Answer(int status, JsonObject body, long asked, long answered) {
    boolean good() {
      return status / 100 == 2;
    }

    long micros() {
      return (answered - asked) / 1_000;
    }

    /** Returns the body of an answer that must be a good one. */
    JsonObject taken() throws IOException {
      if (!good()) {
        throw new IOException(status + " " + body.encode());
      }
      return body;
    }
  }

  Answer get(String path) throws IOException, InterruptedException {
    return call("GET", path, null);
  }

  Answer post(String path, JsonObject body) throws IOException, InterruptedException {
    return call("POST", path, body);
  }

  Answer call(String method, String path, JsonObject body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofMinutes(2))
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.encode()))
            .build();
    long asked = System.nanoTime();
    var answer = http.send(request, BodyHandlers.ofString());
    return new Answer(answer.statusCode(), new JsonObject(answer.body()), asked, System.nanoTime());
  }
}

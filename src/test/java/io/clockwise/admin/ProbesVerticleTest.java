package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.config.SocketBind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listener for machines alone. */
class ProbesVerticleTest {
  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(directory);
  private ProbesVerticle probes;

  @BeforeEach
  void start() {
    probes = server.startProbes(new SocketBind("127.0.0.1", 0));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private HttpResponse<String> ask(String method, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + probes.port() + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .method(method, BodyPublishers.noBody())
            .timeout(Duration.ofSeconds(10))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void answersProbesAndMetrics() throws Exception {
    assertThat(ask("GET", "/livez").body()).contains("true");
    assertThat(ask("GET", "/readyz").statusCode()).isEqualTo(503);
    server.readiness.tablePublished();
    server.readiness.listenersBound();
    assertThat(ask("GET", "/readyz").statusCode()).isEqualTo(200);
    assertThat(ask("GET", "/metrics").body()).contains("clockwise_client_connections");
    assertThat(ask("HEAD", "/metrics").body()).isEmpty();
  }

  @Test
  void knowsNothingElse() throws Exception {
    for (String path :
        new String[] {"/", "/v1/pools", "/openapi.yaml", "/metrics/", "/v1/config"}) {
      assertThat(ask("GET", path).statusCode()).as(path).isEqualTo(404);
    }
    assertThat(ask("POST", "/livez").statusCode()).isEqualTo(405);
    assertThat(ask("DELETE", "/v1/pools").statusCode()).isEqualTo(405);
  }

  @Test
  void aTakenPortIsNamed() {
    SocketBind taken = new SocketBind("127.0.0.1", probes.port());

    assertThatThrownBy(() -> server.startProbes(taken))
        .hasMessageContaining("cannot bind the probes to " + taken)
        .hasMessageContaining("probes.bind");
  }
}

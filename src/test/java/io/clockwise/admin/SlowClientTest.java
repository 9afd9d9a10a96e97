package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that take their time. */
class SlowClientTest {
  private static final String BACKENDS = "/v1/pools/web/backends";

  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(directory, AdminServer.HASTY);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void doesNotWaitForSlowBodies() throws IOException {
    String answer =
        RawHttp.exchange(
            server.port(),
            "POST "
                + BACKENDS
                + "/a/maint HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Length: 10\r\n\r\n{",
            s -> false);
    assertThat(answer).startsWith("HTTP/1.1 408 ").contains("body-timeout");
  }

  @Test
  void closesConnectionsWithoutARequest() throws IOException {
    assertThat(RawHttp.exchange(server.port(), "", s -> false)).isEmpty();
    assertThat(RawHttp.exchange(server.port(), "GET /livez HTT", s -> false)).isEmpty();
    String once =
        RawHttp.exchange(server.port(), "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n", s -> false);
    assertThat(once).startsWith("HTTP/1.1 200 ").endsWith("}\n");
  }
}

package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.log.LogTarget;
import io.clockwise.telemetry.recent.Requests;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests of late, by their ids. */
@Timeout(60)
class RecentEndpointsTest {
  @TempDir private Path directory;
  private AdminServer server;

  @BeforeEach
  void start() {
    server = new AdminServer(directory);
    server.recent.keep(Requests.retried("a/b+c=%", 1_700_000_000_123L));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private JsonObject found(int index) {
    HttpResponse<Buffer> response = server.get("/v1/requests/a%2Fb%2Bc%3D%25");
    assertThat(response.statusCode()).as(response.bodyAsString()).isEqualTo(200);
    assertThat(response.bodyAsJsonObject().getString("id")).isEqualTo("a/b+c=%");
    return response.bodyAsJsonObject().getJsonArray("requests").getJsonObject(index);
  }

  @Test
  void itIsToldWhereARequestWentAndWhy() {
    String expected =
        """
        {"kind": "moved", "time": "2023-11-14T22:13:20.123Z", "client": "192.0.2.7", "method": "GET",
         "target": "/cart?item=7", "version": "HTTP/1.1", "host": "shop.example",
         "route": "route-1", "pool": "carts", "key": {"source": "header", "hash": "41a459462dd0f68b"},
         "owner": "cart-a",
         "attempts": [{"backend": "cart-a", "kind": "first", "result": "connect_refused", "atMs": 1.204},
                      {"backend": "cart-b", "kind": "next_candidate", "result": "answered", "atMs": 9.871}],
         "chosen": "cart-b", "address": "10.0.0.12:8000", "chosenBy": "placement", "offOwner": "retry",
         "cookie": null, "status": 200, "failure": null, "endedBy": "complete", "phase": "done",
         "totalMs": 11.05, "connectMs": 2.31, "firstByteMs": 9.871, "revision": 1, "epoch": 4}
        """;
    assertThat(found(0)).isEqualTo(new JsonObject(expected));
  }

  @Test
  void anIdThatWasUsedAgainHasSeveral() {
    server.recent.keep(Requests.retried("a/b+c=%", 1_800_000_000_000L));
    assertThat(found(0).getString("time")).startsWith("2027");
    assertThat(found(1).getString("time")).startsWith("2023");
  }

  @Test
  void ofTargetsIsShownWhatTheLogMayShowNow() {
    server.recent.show(LogTarget.PATH);
    assertThat(found(0).getString("target")).isEqualTo("/cart");
    server.recent.show(LogTarget.NONE);
    assertThat(found(0).getString("target")).isNull();
  }

  @Test
  void whatIsNotKeptIsSaidToBeASample() {
    HttpResponse<Buffer> response = server.get("/v1/requests/" + "x".repeat(2_000));
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.bodyAsJsonObject().getString("type")).endsWith(":not-found");
    assertThat(response.bodyAsJsonObject().getString("detail"))
        .contains("sampled", "the last 100 at most", "1 in all", "admin.recentRequests")
        .doesNotContain("xx");
  }
}

package io.clockwise.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.PageFile;
import io.clockwise.model.FailureKind;
import io.clockwise.route.rule.ErrorPages;
import io.clockwise.telemetry.Meters;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An own page replaces the body of an error, and nothing else of it. */
@Timeout(30)
class ErrorPageTest {
  private static final ErrorPages PAGES =
      new ErrorPages(
          Map.of("5xx", new PageFile(Path.of("/sorry.html"), "text/html", "<p>s\u00c3\u00b6rry")));

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private RawAnswer answer(FailureKind kind, String accept) throws Exception {
    FailureResponder responder = new FailureResponder(new Meters(1).loop(0), new HttpDate());
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    responder.answer(
                        request.response(), request, ProxyFailure.of(kind, "why"), PAGES))
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
    try (RawClient client = RawClient.to(server.actualPort())) {
      return client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept: " + accept + "\r\n\r\n").answer();
    }
  }

  @Test
  void aPageGoesBeforeTheShortBody() throws Exception {
    RawAnswer page = answer(FailureKind.NO_BACKEND, "application/json");
    assertThat(page.status()).isEqualTo(503);
    assertThat(page.text()).isEqualTo("<p>s\u00c3\u00b6rry");
    assertThat(page.field("content-type")).hasValue("text/html");
    assertThat(page.field("retry-after")).hasValue("1");
    assertThat(page.field("proxy-status")).hasValue("clockwise; error=destination_unavailable");
  }

  @Test
  void withoutAPageTheBodyIsShort() throws Exception {
    assertThat(answer(FailureKind.ACCESS_DENIED, "text/html").text())
        .isEqualTo("access_denied: why\n");
  }
}

package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The audit log of real calls, and text of strangers in it. */
class AuditLogTest {
  private static final String A = "/v1/pools/web/backends/a";

  @TempDir private static Path directory;

  private final Logger logger = (Logger) LoggerFactory.getLogger("clockwise.audit");
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
  private final AdminServer server = new AdminServer(directory);

  @BeforeEach
  void listen() {
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void close() {
    server.close();
    logger.detachAppender(appender);
  }

  private List<String> lines() {
    return List.copyOf(appender.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void hasALineForEachChange() {
    server.call("POST", A + "/maint", new JsonObject().put("reason", "disk"));
    server.call("POST", A + "/ready?reason=new+disk");
    AdminServer.await(
        server.request("DELETE", A).putHeader("X-Clockwise-Reason", "too old").send());
    server.call("POST", "/v1/reload");
    server.call("PATCH", A, new JsonObject().put("weight", 2));
    server.get("/v1/pools");

    String actor = "actor=\"anonymous@127.0.0.1\" address=127.0.0.1 method=";
    assertThat(lines())
        .containsExactly(
            actor + "POST path=\"" + A + "/maint\" revision=2 result=applied reason=\"disk\"",
            actor + "POST path=\"" + A + "/ready\" revision=3 result=applied reason=\"new disk\"",
            actor + "DELETE path=\"" + A + "\" revision=4 result=applied reason=\"too old\"",
            actor + "POST path=\"/v1/reload\" revision=4 result=applied reason=\"\"",
            actor + "PATCH path=\"" + A + "\" revision=- result=not-found");
  }

  @Test
  void keepsTextOfStrangersInert() {
    String evil = "<script>\r\nactor=\"admin\"\u001b[2J\u202e";
    HttpResponse<Buffer> maint =
        server.call("POST", A + "/maint", new JsonObject().put("reason", evil));
    HttpResponse<Buffer> unknown =
        server.call("POST", "/v1/pools/%3Cscript%3E%0d%0aX:1/backends/b/maint");

    assertThat(maint.statusCode()).isEqualTo(200);
    assertThat(server.get(A).bodyAsJsonObject().getString("reason")).isEqualTo(evil);
    assertThat(unknown.getHeader("Content-Type")).isEqualTo("application/problem+json");
    assertThat(unknown.getHeader("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(unknown.getHeader("X")).isNull();
    assertThat(lines()).hasSize(2).allMatch(line -> line.matches("\\P{C}*"));
    assertThat(lines().get(0)).contains("\\u000d\\u000a").contains("actor=\\\"admin\\\"");
  }

  @Test
  void namesTheActorOfRefusedCalls() {
    AdminServer.await(
        server.request("POST", A + "/maint").putHeader("Origin", "http://evil.example").send());

    assertThat(lines()).singleElement().asString().contains("result=foreign-origin");
    assertThat(server.control.state().revision()).isEqualTo(1);
  }
}

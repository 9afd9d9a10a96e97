package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.telemetry.recent.Requests;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The description of the API says what it serves, and its answers are as described. */
@Timeout(60)
class OpenApiTest {
  private static final String POOL = "/v1/pools/{pool}";
  private static final String BACKENDS = POOL + "/backends";
  private static final String BACKEND = BACKENDS + "/{id}";
  private static final String REVISION = "/v1/revisions/{revision}";

  @TempDir private static Path directory;

  private final OpenApi api = new OpenApi();
  private final AdminServer server = new AdminServer(directory);
  private final Set<String> answered = new TreeSet<>();

  @AfterEach
  void close() {
    server.close();
  }

  private static String braces(String path) {
    return path.replaceAll(":(\\w+)", "{$1}");
  }

  private OpenApi.Operation operation(String method, String path) {
    return api.operations().stream()
        .filter(each -> each.method().equals(method) && each.path().equals(path))
        .findFirst()
        .orElseThrow(() -> new AssertionError(method + " " + path + " is not described"));
  }

  @Test
  void describesEachOperationAndNoOther() {
    assertThat(api.document().getString("openapi")).isEqualTo("3.1.0");
    assertThat(api.operations().stream().map(Object::toString).toList())
        .containsExactlyInAnyOrderElementsOf(
            server.endpoints().stream()
                .map(each -> each.method().name() + " " + braces(each.path()))
                .toList());
    assertThat(api.operations().stream().map(each -> each.says().getString("operationId")))
        .doesNotHaveDuplicates()
        .doesNotContainNull();
  }

  @Test
  void describesTheParametersAndFieldsOfEach() {
    for (Endpoint endpoint : server.endpoints()) {
      OpenApi.Operation described = operation(endpoint.method().name(), braces(endpoint.path()));
      assertThat(api.parameters(described, "query"))
          .as(described.toString())
          .containsExactlyInAnyOrderElementsOf(endpoint.parameters());
      assertThat(api.fields(described))
          .as(described.toString())
          .containsExactlyInAnyOrderElementsOf(endpoint.fields());
      assertThat(api.parameters(described, "path"))
          .as(described.toString())
          .containsExactlyInAnyOrderElementsOf(
              java.util.regex.Pattern.compile(":(\\w+)")
                  .matcher(endpoint.path())
                  .results()
                  .map(match -> match.group(1))
                  .toList());
      assertThat(described.says().containsKey("security"))
          .as(described + " without a token")
          .isEqualTo(endpoint.role() == null);
    }
  }

  /** Calls, and checks the answer against its description. */
  private JsonObject call(
      int status, String method, String path, String target, String body, String... fields) {
    HttpRequest<Buffer> request = server.request(method, target);
    for (String field : fields) {
      request.putHeader(field.split(": ", 2)[0], field.split(": ", 2)[1]);
    }
    HttpResponse<Buffer> response =
        AdminServer.await(
            body.isEmpty() ? request.send() : request.sendJsonObject(new JsonObject(body)));
    String what = method + " " + target + " " + body + " " + response.bodyAsString();
    assertThat(response.statusCode()).as(what).isEqualTo(status);
    String type = response.getHeader("Content-Type").split(";")[0];
    OpenApi.Operation described = operation(method, path);
    JsonObject schema = api.schema(described, status, type);
    assertThat(schema).as(what).isNotNull();
    boolean json = type.endsWith("json");
    Object value = json ? response.bodyAsJsonObject() : response.bodyAsString();
    assertThat(api.faults(schema, value)).as(what).isEmpty();
    if (status < 400) {
      answered.add(described.toString());
    }
    return json ? response.bodyAsJsonObject() : new JsonObject();
  }

  private JsonObject get(String path, String target) {
    return call(200, "GET", path, target, "");
  }

  @Test
  void answersAreAsDescribed() {
    String a = "/v1/pools/web/backends/a";
    get("/v1/pools", "/v1/pools");
    get(POOL, "/v1/pools/odd");
    get(BACKENDS, "/v1/pools/web/backends");
    get(BACKEND, a);
    get(POOL + "/placement", "/v1/pools/web/placement");
    get(POOL + "/hot-keys", "/v1/pools/web/hot-keys?limit=3");
    String d = "{\"id\": \"d\", \"address\": \"h:1\", \"weight\": 2, \"reason\": \"more\"}";
    call(200, "POST", BACKENDS, "/v1/pools/web/backends?dryRun=true", d);
    call(201, "POST", BACKENDS, "/v1/pools/web/backends", d);
    call(200, "PATCH", BACKEND, a, "{\"weight\": 3}", "Idempotency-Key: one");
    String whole = "{\"address\": \"127.0.0.1:9001\", \"weight\": 2}";
    call(200, "PUT", BACKEND, a, whole, "If-Match: *");
    call(201, "PUT", BACKEND, "/v1/pools/web/backends/e", "{\"address\": \"h:2\"}");
    call(200, "DELETE", BACKEND, "/v1/pools/web/backends/e?dryRun=true", "");
    call(200, "DELETE", BACKEND, "/v1/pools/web/backends/e", "");
    call(200, "POST", BACKEND + "/maint", a + "/maint", "{\"reason\": \"disk\"}");
    call(200, "POST", BACKEND + "/ready", a + "/ready", "");
    server.meters.backend("web", "a").started(0);
    call(200, "POST", BACKEND + "/drain", a + "/drain?dryRun=true", "");
    call(
        202, "POST", BACKEND + "/drain", a + "/drain", "{\"deadline\": \"9m\", \"then\": \"cut\"}");
    get(BACKEND + "/drain", a + "/drain");
    get("/v1/pools", "/v1/pools");
    server.meters.backend("web", "a").ended(0, false);
    call(200, "POST", BACKEND + "/drain", a + "/drain?wait=20s", "");
    String changes =
        "{\"changes\": [{\"op\": \"set\", \"pool\": \"web\", \"id\": \"*\", \"weight\": 4}]}";
    call(200, "POST", "/v1/changes", "/v1/changes?dryRun=true", changes);
    call(200, "POST", "/v1/changes", "/v1/changes", changes);
    int revision = get("/v1/revisions", "/v1/revisions?limit=50").getInteger("revision");
    get(REVISION, "/v1/revisions/2");
    call(200, "POST", REVISION + "/undo", "/v1/revisions/" + revision + "/undo", "");
    call(200, "POST", REVISION + "/rollback", "/v1/revisions/2/rollback?dryRun=true", "");
    call(200, "POST", REVISION + "/rollback", "/v1/revisions/2/rollback?states=true", "");
    get("/v1/overlay", "/v1/overlay");
    get("/v1/overlay", "/v1/overlay?format=yaml");
    get("/v1/status", "/v1/status");
    get("/v1/config", "/v1/config");
    call(200, "DELETE", "/v1/overlay", "/v1/overlay", "");
    call(200, "POST", "/v1/reload", "/v1/reload", "");
    call(200, "POST", "/v1/config/check", "/v1/config/check", "{\"document\": \"pools: 3\"}");
    String same = new JsonObject().put("document", AdminServer.DOCUMENT).encode();
    call(200, "POST", "/v1/config/check", "/v1/config/check", same);
    call(200, "POST", "/v1/freeze", "/v1/freeze", "{\"for\": \"60s\", \"reason\": \"disk\"}");
    get("/v1/freeze", "/v1/freeze");
    call(200, "POST", "/v1/freeze", "/v1/freeze", "{\"for\": \"0s\"}");
    get("/v1/pools/{pool}/staged", "/v1/pools/web/staged");
    call(409, "POST", "/v1/pools/{pool}/staged", "/v1/pools/web/staged", "{\"wish\": \"pause\"}");
    call(
        201,
        "POST",
        "/v1/pools/{pool}/backends",
        "/v1/pools/odd/backends",
        "{\"id\": \"n\", \"address\": \"n:1\"}");
    call(200, "POST", "/v1/pools/{pool}/staged", "/v1/pools/odd/staged", "{\"wish\": \"pause\"}");
    get("/v1/pools/{pool}/staged", "/v1/pools/odd/staged");
    get("/v1/pools", "/v1/pools");
    String keyed = "{\"target\": \"/\", \"headers\": {\"X-User\": \"u\"}}";
    call(200, "POST", "/v1/explain", "/v1/explain?all=true", keyed);
    call(200, "POST", "/v1/explain", "/v1/explain", "{\"target\": \"/\"}");
    server.recent.keep(Requests.retried("r-1", 1));
    get("/v1/requests/{request}", "/v1/requests/r-1");
    get("/openapi.yaml", "/openapi.yaml");
    get("/livez", "/livez");
    call(503, "GET", "/readyz", "/readyz", "");
    server.readiness.tablePublished();
    server.readiness.listenersBound();
    get("/readyz", "/readyz");
    get("/metrics", "/metrics");

    Set<String> all = api.operations().stream().map(Object::toString).collect(Collectors.toSet());
    all.remove("GET /v1/events"); // has no end; its events are looked at below
    assertThat(answered).isEqualTo(all);
  }

  @Test
  void problemsAreAsDescribed() {
    for (OpenApi.Operation each : api.operations()) {
      String target =
          each.path().replace("{pool}", "web").replace("{id}", "a").replace("{revision}", "1");
      JsonObject problem = call(400, each.method(), each.path(), target + "?nope=1", "");
      assertThat(problem.getString("type")).isEqualTo(ProblemType.INVALID.uri());
    }
    String a = "/v1/pools/web/backends/a";
    call(404, "GET", POOL, "/v1/pools/nope", "");
    call(400, "PATCH", BACKEND, a, "{\"wieght\": 1}");
    call(412, "PATCH", BACKEND, a, "{\"weight\": 1}", "If-Match: \"1-0badcafe\"");
    call(409, "POST", BACKENDS, "/v1/pools/web/backends", "{\"id\": \"a\", \"address\": \"h:1\"}");
    call(428, "PUT", BACKEND, a, "{\"address\": \"h:1\"}");
    server.meters.backend("web", "a").started(0);
    call(409, "DELETE", BACKEND, a, "");
    call(404, "GET", "/v1/requests/{request}", "/v1/requests/r-1", "");
    call(404, "GET", REVISION, "/v1/revisions/99", "");
    server.write("pools: { web: 3 }");
    call(422, "POST", "/v1/reload", "/v1/reload", "");
  }

  @Test
  void eventsAreAsDescribed() throws IOException {
    try (EventClient client = new EventClient(server.port(), "?lastEventId=x")) {
      assertThat(client.status()).isEqualTo(200);
      server.call("POST", "/v1/pools/web/backends/a/drain");
      server.call("POST", "/v1/freeze", new JsonObject().put("for", "60s"));
      server.call("PUT", "/v1/pools/web/backends/z", new JsonObject().put("address", "h:1"));
      server.call("POST", "/v1/reload");
      server.write("pools: 3");
      server.call("POST", "/v1/reload");
      Set<String> wanted =
          new TreeSet<>(List.of("gap", "revision", "state", "drain", "reload", "freeze", "table"));
      while (!wanted.isEmpty()) {
        EventClient.Told told = client.next();
        String type = told.type();
        String schema = Character.toUpperCase(type.charAt(0)) + type.substring(1) + "Event";
        assertThat(api.faults(schema, told.data())).as(type + " " + told.data()).isEmpty();
        wanted.remove(type);
      }
    }
  }

  @Test
  void itsSchemasAreStrictEnoughToFail() {
    JsonObject answer = get("/v1/pools", "/v1/pools");
    assertThat(api.faults("Pools", answer)).isEmpty();
    assertThat(api.faults("Pools", answer.copy().put("more", 1))).isNotEmpty();
    JsonObject pool = answer.getJsonArray("pools").getJsonObject(0);
    pool.getJsonArray("backends").getJsonObject(0).put("adminState", "asleep");
    assertThat(api.faults("Pools", answer)).isNotEmpty();
    pool.getJsonArray("backends").getJsonObject(0).put("adminState", "ready").remove("since");
    assertThat(api.faults("Pools", answer)).isNotEmpty();
  }
}

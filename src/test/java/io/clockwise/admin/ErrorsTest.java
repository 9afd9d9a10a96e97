package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, and how. */
class ErrorsTest {
  private static final String BACKENDS = "/v1/pools/web/backends";

  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(directory);

  @AfterEach
  void close() {
    server.close();
  }

  private HttpResponse<Buffer> send(String method, String target, String body) {
    return AdminServer.await(
        server
            .request(method, target)
            .putHeader("Content-Type", "application/json")
            .sendBuffer(Buffer.buffer(body)));
  }

  private static JsonObject problem(HttpResponse<Buffer> response, int status, String slug) {
    assertThat(response.statusCode()).as(response.bodyAsString()).isEqualTo(status);
    assertThat(response.getHeader("Content-Type")).isEqualTo("application/problem+json");
    JsonObject problem = response.bodyAsJsonObject();
    assertThat(problem.getString("type")).isEqualTo("urn:clockwise:problem:" + slug);
    assertThat(problem.getInteger("status")).isEqualTo(status);
    assertThat(problem.getString("title")).isNotEmpty();
    assertThat(problem.getString("detail")).isNotEmpty();
    assertThat(problem.getString("instance")).startsWith("/");
    return problem;
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/pools/nope",
    "GET, /v1/pools/nope/backends",
    "GET, /v1/pools/web/backends/nope",
    "GET, /v1/pools/web/backends/nope/drain",
    "GET, /v1/pools/web/backends/a/drain",
    "PATCH, /v1/pools/web/backends/nope",
    "DELETE, /v1/pools/web/backends/nope",
    "POST, /v1/pools/nope/backends/a/drain",
    "POST, /v1/pools/web/backends/nope/ready",
    "POST, /v1/pools/web/backends/nope/maint",
    "GET, /v1",
    "GET, /v2/pools",
    "POST, /",
  })
  void doesNotFind(String method, String target) {
    problem(server.call(method, target), 404, "not-found");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /v1/pools, 'GET, HEAD'",
    "DELETE, /v1/pools/web, 'GET, HEAD'",
    "PUT, /v1/pools/web/backends, 'GET, HEAD, POST'",
    "POST, /v1/pools/web/backends/a, 'DELETE, GET, HEAD, PATCH, PUT'",
    "DELETE, /v1/pools/web/backends/a/drain, 'GET, HEAD, POST'",
    "GET, /v1/pools/web/backends/a/ready, POST",
    "GET, /v1/pools/web/backends/a/maint, POST",
    "GET, /v1/reload, POST",
    "POST, /v1/overlay, 'DELETE, GET, HEAD'",
    "PUT, /v1/changes, POST",
    "DELETE, /v1/revisions/1, 'GET, HEAD'",
    "PATCH, /v1/config, 'GET, HEAD'",
    "PUT, /v1/freeze, 'GET, HEAD, POST'",
    "POST, /v1/requests/x, 'GET, HEAD'",
    "POST, /livez, 'GET, HEAD'",
    "POST, /readyz, 'GET, HEAD'",
    "POST, /metrics, 'GET, HEAD'",
  })
  void allowsOnlyTheMethodsOfAPath(String method, String target, String allow) {
    HttpResponse<Buffer> response = server.call(method, target);
    problem(response, 405, "method-not-allowed");
    assertThat(response.getHeader("Allow")).isEqualTo(allow);
    assertThat(server.control.state().revision()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "POST |  | {\"adress\": \"h:1\"} | /adress | did you mean 'address'?",
        "POST |  | {\"id\": \"x\"} | /address | 'address' is missing",
        "POST |  | {\"address\": \"h\"} | /address | host:port",
        "POST |  | {\"address\": 7} | /address | must be a string",
        "POST |  | {\"address\": \"h:1\", \"state\": \"up\"} | /state | ready, drain or maint",
        "POST |  | {\"address\": \"h:1\", \"id\": \"a b\"} | /id | id",
        "PATCH | /a | {\"weight\": -1} | /weight | 0 to 65535",
        "PATCH | /a | {\"weight\": 65536} | /weight | 0 to 65535",
        "PATCH | /a | {\"weight\": 1.5} | /weight | 0 to 65535",
        "PATCH | /a | {\"weight\": 99999999999999999999} | /weight | 0 to 65535",
        "PATCH | /a | {\"weight\": \"1\"} | /weight | 0 to 65535",
        "PATCH | /a | {\"weight\": {}} | /weight | must be a string or a number",
        "PATCH | /a | {\"state\": \"drain\"} | /state | unknown field 'state'",
        "PATCH | /a | {\"a/b~c\": 1} | /a~1b~0c | unknown field",
      })
  void pointsAtTheFieldThatIsWrong(
      String method, String below, String body, String pointer, String detail) {
    HttpResponse<Buffer> response = send(method, BACKENDS + (below == null ? "" : below), body);
    JsonObject problem = problem(response, 400, "invalid");
    assertThat(problem.getString("pointer")).isEqualTo(pointer);
    assertThat(problem.getString("detail")).contains(detail);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"weight\": 1, \"weight\": 2} | given twice",
        "{\"weight\": 1} {} | follows",
        "{\"weight\": 1 | not JSON",
        "[] | one JSON object",
        "7 | one JSON object",
        "{'weight': 1} | line 1, column",
        "{\"weight\": NaN} | not JSON",
        "{} | nothing to change",
      })
  void readsBodiesStrictly(String body, String detail) {
    JsonObject problem = problem(send("PATCH", BACKENDS + "/a", body), 400, "invalid");
    assertThat(problem.getString("detail")).contains(detail);
    assertThat(server.control.state().revision()).isEqualTo(1);
  }

  @Test
  void refusesBodiesThatAreNotUtf8() {
    HttpResponse<Buffer> response =
        AdminServer.await(
            server
                .request("PATCH", BACKENDS + "/a")
                .putHeader("Content-Type", "application/json")
                .sendBuffer(Buffer.buffer(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'})));
    problem(response, 400, "invalid");
  }

  @ParameterizedTest
  @CsvSource({"then, sideways", "deadline, soon", "hardStop, 8d", "deadline, 1000h"})
  void refusesTermsThatNoDrainHas(String field, String value) {
    HttpResponse<Buffer> response =
        send("POST", BACKENDS + "/a/drain", "{\"" + field + "\": \"" + value + "\"}");
    JsonObject problem = problem(response, 400, "invalid");
    assertThat(problem.getString("pointer")).isEqualTo("/" + field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "\u00e4"})
  void refusesNamesOfChangesThatAreNone(String key) {
    HttpResponse<Buffer> response =
        AdminServer.await(
            server.request("POST", BACKENDS + "/a/maint").putHeader("Idempotency-Key", key).send());
    problem(response, 400, "invalid");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "POST, /v1/pools/web/backends/a/drain?wiat=1s, did you mean 'wait'?",
        "POST, /v1/pools/web/backends/a/drain?wait=1s&wait=2s, twice",
        "POST, /v1/pools/web/backends/a/drain?wait=11m, 10m at most",
        "POST, /v1/pools/web/backends/a/drain?wait=soon, duration",
        "POST, /v1/pools/web/backends/a/drain?force=yes, 'true' or 'false'",
        "GET, /v1/pools?x=1, unknown parameter",
      })
  void readsParametersStrictly(String method, String target, String detail) {
    JsonObject problem = problem(server.call(method, target), 400, "invalid");
    assertThat(problem.getString("detail")).contains(detail);
    assertThat(server.control.state().revision()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"/v1/pools/%zz", "/v1/pools/web/backends/%e", "/v1/pools?x=%zz"})
  void refusesMalformedEscapes(String target) throws IOException {
    assertThat(
            RawHttp.exchange(
                server.port(),
                "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                s -> s.contains("}")))
        .startsWith("HTTP/1.1 400 ");
  }

  @Test
  void tellsConflictsAndStaleTags() {
    problem(send("POST", BACKENDS, "{\"id\": \"a\", \"address\": \"h:1\"}"), 409, "exists");
    HttpResponse<Buffer> stale =
        AdminServer.await(
            server
                .request("PATCH", BACKENDS + "/a")
                .putHeader("If-Match", "\"1-00000000\"")
                .sendJsonObject(new JsonObject().put("weight", 2)));
    problem(stale, 412, "stale");
    HttpResponse<Buffer> plain =
        AdminServer.await(
            server
                .request("PATCH", BACKENDS + "/a")
                .putHeader("If-Match", "1")
                .sendJsonObject(new JsonObject().put("weight", 2)));
    assertThat(plain.statusCode()).isEqualTo(200);
  }

  @Test
  void refusesOtherMediaTypes() {
    for (String type : new String[] {"text/plain", "application/json; charset=latin1", ""}) {
      HttpResponse<Buffer> response =
          AdminServer.await(
              server
                  .request("PATCH", BACKENDS + "/a")
                  .putHeader("Content-Type", type)
                  .sendBuffer(Buffer.buffer("{\"weight\": 2}")));
      problem(response, 415, "media-type");
    }
  }

  @Test
  void refusesLargeBodies() throws IOException {
    String large = "{\"reason\": \"" + "x".repeat(1 << 20) + "\"}";
    problem(send("POST", BACKENDS + "/a/maint", large), 413, "too-large");
    String declared =
        RawHttp.exchange(
            server.port(),
            "POST "
                + BACKENDS
                + "/a/maint HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Length: 999999999999\r\n\r\n",
            s -> s.contains("}"));
    assertThat(declared).startsWith("HTTP/1.1 413 ");
    String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
    String chunked =
        RawHttp.exchange(
            server.port(),
            "POST "
                + BACKENDS
                + "/a/maint HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
                + chunk.repeat(17),
            s -> s.contains("}"));
    assertThat(chunked).startsWith("HTTP/1.1 413 ");
    problem(
        send("POST", BACKENDS + "/a/maint", "{\"reason\": \"" + "x".repeat(501) + "\"}"),
        400,
        "invalid");
    assertThat(server.control.state().revision()).isEqualTo(1);
  }

  @Test
  void answersHeadLikeGetWithoutABody() {
    HttpResponse<Buffer> head = server.call("HEAD", BACKENDS + "/a");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isNull();
    assertThat(head.getHeader("Content-Length"))
        .isEqualTo(server.get(BACKENDS + "/a").getHeader("Content-Length"));
  }

  @Test
  void asksForTheBodyOfThoseWhoExpect() throws IOException {
    String answer =
        RawHttp.exchange(
            server.port(),
            "POST "
                + BACKENDS
                + "/a/maint HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n",
            s -> s.contains("\r\n\r\n"));
    assertThat(answer).startsWith("HTTP/1.1 100 ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"weight\": 1 | line 1, column 13: it ends too early",
        "{\"reason\": \"secret | it ends too early",
        "{ | line 1, column 2: it ends too early",
        "{\"weight\": NaN} | what stands there cannot stand there",
        "{\"weight\": secret} | a word that is no value",
        "{\"weight\": 012} | a number is malformed",
        "{\"weight\": 1 \"address\": \"secret\"} | line 1, column 14: a comma, or the end",
        "{\"weight\" 1} | line 1, column 11: a colon is expected",
        "{weight: 1} | line 1, column 2: a field name in double quotes",
        "{\"weight\": 1, \"weight\": 2} | the field that ends there is given twice",
        "{\"weight\": 1] | closes there what is not open",
        "{\"reason\": \"se\\cret\"} | a backslash may be followed by",
        "} | closes there what is not open",
      })
  void saysWhatIsWrongWithABodyWithoutTheParsersWords(String body, String detail) {
    refusedCleanly("PATCH", BACKENDS + "/a", body, detail);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PUT /v1/pools/web/backends/a",
        "POST /v1/pools/web/backends",
        "POST /v1/pools/web/backends/a/drain",
        "POST /v1/changes",
        "POST /v1/revisions/1/rollback",
        "POST /v1/explain",
        "POST /v1/config/check",
        "POST /v1/freeze",
        "POST /v1/reload",
        "DELETE /v1/overlay",
      })
  void saysSoWhereverThereIsABody(String call) {
    String[] words = call.split(" ", 2);
    refusedCleanly(words[0], words[1], "{secret", "a field name in double quotes is expected");
    refusedCleanly(words[0], words[1], "{", "it ends too early");
  }

  private void refusedCleanly(String method, String target, String body, String detail) {
    String said = problem(send(method, target, body), 400, "invalid").getString("detail");
    assertThat(said).startsWith("the body is not JSON: line 1, column ").contains(detail);
    assertThat(said).doesNotContain("Source", "String", "secret", "jackson", "(", "Unexpected");
  }

  @Test
  void saysTheLineOfABodyOfSeveralAndWhatIsTooLarge() {
    assertThat(said("{\n  \"weight\": 1,\n  ,}"))
        .isEqualTo(
            "the body is not JSON: line 3, column 3: a field name in double quotes is expected"
                + " there");
    assertThat(said("{\"reason\": \"a\nb\"}")).contains("a control character in a text");
    assertThat(said("{\"weight\": " + "1".repeat(2000) + "}"))
        .contains("it has a text or a number that is too long")
        .doesNotContain("Stream", "1111");
  }

  private String said(String body) {
    return problem(send("PATCH", BACKENDS + "/a", body), 400, "invalid").getString("detail");
  }
}

package io.clockwise.app.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.app.cli.remote.FakeApi.Reply;
import io.clockwise.app.cli.settings.ApiEndpoint;
import io.clockwise.app.cli.settings.ApiToken;
import io.clockwise.app.cli.settings.ClientFailure;
import io.clockwise.app.cli.settings.ClientSettings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which endpoint is used, and that a change is made once. */
class ApiClientTest {
  private static final String NOBODY = "http://127.0.0.1:1";
  private static final ApiPath POOLS = ApiPath.of("pools");
  private static final Reply POOL = Reply.json(200, "{\"pools\":[]}");
  private static final Reply MADE = Reply.json(200, "{\"revision\":8}");

  private final FakeApi one = new FakeApi();
  private final FakeApi two = new FakeApi();
  private final List<String> notes = new ArrayList<>();

  @AfterEach
  void close() {
    one.close();
    two.close();
  }

  private ApiClient client(String... endpoints) {
    List<ApiEndpoint> all =
        Arrays.stream(endpoints).map(e -> ApiEndpoint.parse(e, "--endpoint")).toList();
    return new ApiClient(
        new ClientSettings(all, ApiToken.NONE), Duration.ofMillis(800), notes::add);
  }

  private static ApiAnswer change(ApiClient client) {
    return client.change("POST", POOLS, Map.of("x", 1));
  }

  private static List<String> keys(FakeApi api) {
    return api.calls().stream().map(FakeApi.Call::key).filter(k -> !k.isEmpty()).toList();
  }

  @Test
  void readingGoesToTheFirstThatAnswersAndStaysThere() {
    two.on("GET /v1/pools", POOL);
    ApiClient client = client(NOBODY, two.endpoint());

    assertThat(client.get(POOLS).endpoint().base()).isEqualTo(two.endpoint());
    assertThat(client.endpoints().get(0).base()).isEqualTo(two.endpoint());
    assertThat(client.get(POOLS).json().items("pools")).isEmpty();
  }

  @Test
  void aRefusalIsAnAnswerAndNobodyElseIsAsked() {
    one.on("GET /v1/pools", Reply.problem(403, "forbidden", "not you"));
    two.on("GET /v1/pools", POOL);

    assertThatThrownBy(() -> client(one.endpoint(), two.endpoint()).get(POOLS))
        .isInstanceOfSatisfying(
            ApiRefusal.class, refusal -> assertThat(refusal.problem()).isEqualTo("forbidden"))
        .hasMessageContainingAll(
            "urn:clockwise:problem:forbidden", "GET /v1/pools at " + one.endpoint(), "not you");
    assertThat(two.calls()).isEmpty();
  }

  @Test
  void aConnectionThatBreaksWhileReadingLeadsToTheNext() {
    one.on("GET /v1/pools", new Reply(0, "", ""));
    two.on("GET /v1/pools", POOL);

    assertThat(client(one.endpoint(), two.endpoint()).get(POOLS).status()).isEqualTo(200);
  }

  @Test
  void whenNobodyAnswersEachIsNamedWithItsReason() {
    assertThatThrownBy(() -> client(NOBODY, "http://no-such-host.invalid:1").get(POOLS))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContainingAll(
            NOBODY + " (--endpoint): connection refused",
            "http://no-such-host.invalid:1 (--endpoint): the host name is not known",
            "is Clockwise running");
  }

  @Test
  void aServerThatSaysNothingIsGivenUpInTime() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String endpoint = "http://127.0.0.1:" + mute.getLocalPort();
      assertThatThrownBy(() -> client(endpoint).get(POOLS))
          .hasMessageContaining("no answer within 800 ms");
    }
  }

  @Test
  void whatIsNoAdminApiIsSaidToBeNone() {
    one.on("GET /v1/pools", new Reply(200, "text/html", "<html>"));
    assertThatThrownBy(() -> client(one.endpoint()).get(POOLS).json())
        .hasMessageContaining("is that the admin API?");
    one.on("GET /v1/pools", new Reply(502, "text/html", "<html>"));
    assertThatThrownBy(() -> client(one.endpoint()).get(POOLS))
        .hasMessageContainingAll("answered 502", "is that the admin API?");
  }

  @Test
  void aChangeGoesOnToTheNextWhenTheFirstSurelyDidNotGetIt() {
    two.on("POST /v1/pools", MADE);

    assertThat(change(client(NOBODY, two.endpoint())).json().number("revision")).isEqualTo(8);
    assertThat(keys(two)).hasSize(1);
    assertThat(two.calls().get(0).body()).isEqualTo("{\"x\":1}");
  }

  @Test
  void aChangeGoesOnToTheNextUnderTheSameKeyWhenTheFirstIsStopping() {
    one.on("POST /v1/pools", Reply.problem(503, "stopping", "bye"));
    two.on("POST /v1/pools", MADE);

    assertThat(change(client(one.endpoint(), two.endpoint())).status()).isEqualTo(200);
    assertThat(keys(one)).hasSize(1).isEqualTo(keys(two));
    assertThatThrownBy(() -> change(client(one.endpoint()))).hasMessageContaining("bye");
  }

  @Test
  void aChangeThatWasRefusedIsNotTriedElsewhere() {
    one.on("POST /v1/pools", Reply.problem(409, "last-open", "no"));
    two.on("POST /v1/pools", MADE);

    assertThatThrownBy(() -> change(client(one.endpoint(), two.endpoint())))
        .hasMessageContaining("--force");
    assertThat(two.calls()).isEmpty();
  }

  @Test
  void aChangeWhoseAnswerIsLostIsFoundByItsKeyAndNeverRepeated() {
    one.on("POST /v1/pools", new Reply(0, "", ""));
    two.on("POST /v1/pools", MADE);
    two.on(
        "GET /v1/revisions",
        asked ->
            Reply.json(
                200,
                "{\"revisions\":[{\"revision\":10,\"changeId\":\"other\"},{\"revision\":9,"
                    + "\"changeId\":\""
                    + keys(one).get(0)
                    + "\"}]}"));

    ApiAnswer answer = change(client(one.endpoint(), two.endpoint()));
    assertThat(answer.json().number("revision")).isEqualTo(9);
    assertThat(notes).hasSize(1).first().asString().contains("the change is made", "revision 9");
    assertThat(keys(one)).hasSize(1);
    assertThat(keys(two)).isEmpty();
  }

  @Test
  void aChangeWhoseAnswerIsLostAndThatIsNotFoundIsLeftToTheUser() {
    one.on("POST /v1/pools", new Reply(0, "", ""));
    one.on("GET /v1/revisions", Reply.json(200, "{\"revisions\":[]}"));
    two.on("POST /v1/pools", MADE);

    assertThatThrownBy(() -> change(client(one.endpoint(), two.endpoint())))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContainingAll("not known", keys(one).get(0), "clockwise revisions");
    assertThat(keys(one)).hasSize(1);
    assertThat(keys(two)).isEmpty();
  }

  @Test
  void eachChangeHasAKeyOfItsOwnAndQuestionsHaveNone() {
    one.on("POST /v1/pools", MADE);
    ApiClient client = client(one.endpoint());
    change(client);
    change(client);
    client.ask(POOLS, Map.of());

    assertThat(keys(one)).hasSize(2).doesNotHaveDuplicates();
    assertThat(one.calls()).hasSize(3);
  }

  @Test
  void pathsAreEscaped() {
    ApiPath path = ApiPath.ofBackend("a b", "[::1]:80", "drain").with("x", "ä &").with("y", true);
    assertThat(path.target())
        .isEqualTo("/v1/pools/a%20b/backends/%5B%3A%3A1%5D%3A80/drain?x=%C3%A4%20%26&y=true");
  }
}

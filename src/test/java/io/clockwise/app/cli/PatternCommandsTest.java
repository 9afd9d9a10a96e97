package io.clockwise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.app.cli.CommandRun.Result;
import io.clockwise.app.cli.remote.FakeApi;
import io.clockwise.app.cli.remote.FakeApi.Reply;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is sent for patterns, and who is asked before. */
class PatternCommandsTest {
  private final FakeApi fake = new FakeApi();

  @BeforeEach
  void start() {
    fake.on(
        "GET /v1/pools",
        Reply.json(
            200,
            """
            {"pools": [
              {"name": "carts", "backends": [
                {"id": "cart-a", "address": "10.0.0.1:80", "adminState": "ready"},
                {"id": "cart-b", "address": "10.0.0.2:80", "adminState": "maint"}]},
              {"name": "web", "backends": [
                {"id": "w1", "address": "10.0.0.1:81", "adminState": "ready"}]}]}
            """));
    fake.on("POST /v1/changes", Reply.json(200, "{\"revision\": 9, \"changed\": true}"));
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private CommandRun command() {
    return new CommandRun().with("CLOCKWISE_ENDPOINT", fake.endpoint());
  }

  private List<FakeApi.Call> changes() {
    return fake.calls().stream().filter(call -> call.method().equals("POST")).toList();
  }

  private void assertSent(String head, String body) {
    assertThat(changes()).hasSize(1);
    assertThat(changes().get(0).head()).isEqualTo(head);
    assertThat(new JsonObject(changes().get(0).body())).isEqualTo(new JsonObject(body));
  }

  @Test
  void severalBackendsAreOneTransaction() {
    Result result = command().go("maint", "carts", "cart-*", "--reason", "rack");
    assertThat(result.code()).isZero();
    assertThat(result.lines()).containsExactly("2 backends: in maintenance, revision 9");
    assertThat(result.err()).contains("cart-a", "10.0.0.1:80", "cart-b").doesNotContain("[y/N]");
    assertSent(
        "POST /v1/changes",
        """
        {"changes": [{"op": "maint", "pool": "carts", "id": "cart-a"},
                     {"op": "maint", "pool": "carts", "id": "cart-b"}], "reason": "rack"}
        """);
  }

  @Test
  void whoSitsAtATerminalIsAskedFirst() {
    Result no = command().typed("n\n").go("remove", "*", "*");
    assertThat(no.code()).isEqualTo(1);
    assertThat(no.err()).contains("remove these 3 backends? [y/N]", "nothing was changed");
    assertThat(command().typed("").go("remove", "*", "*").code()).isEqualTo(1);
    assertThat(changes()).isEmpty();

    assertThat(command().typed("y\n").go("remove", "*", "*").code()).isZero();
    assertThat(command().typed("").go("remove", "*", "*", "--yes").code()).isZero();
    assertThat(changes()).hasSize(2);
  }

  @Test
  void oneMatchIsNotAskedFor() {
    Result result = command().typed("").go("weight", "web", "w*", "7", "--force");
    assertThat(result.lines()).containsExactly("web/w1: weight 7, revision 9");
    assertThat(result.err()).isEmpty();
    assertSent(
        "POST /v1/changes?force=true",
        "{\"changes\": [{\"op\": \"set\", \"weight\": 7, \"pool\": \"web\", \"id\": \"w1\"}]}");
  }

  @Test
  void anAddressIsEvacuatedInAllPools() {
    Result result = command().go("evacuate", "10.0.0.1", "--deadline", "90s", "--then", "cut");
    assertThat(result.lines()).containsExactly("2 backends: draining, revision 9");
    assertSent(
        "POST /v1/changes",
        """
        {"changes": [
          {"op": "drain", "deadline": "90s", "then": "cut", "pool": "carts", "id": "cart-a"},
          {"op": "drain", "deadline": "90s", "then": "cut", "pool": "web", "id": "w1"}]}
        """);
  }

  @Test
  void evacuationWaitsForEachDrain() {
    fake.on(
        "GET /v1/pools/carts/backends/cart-a/drain", Reply.json(200, "{\"state\":\"drained\"}"));
    fake.on(
        "GET /v1/pools/web/backends/w1/drain",
        call ->
            Reply.json(
                200,
                fake.calls().size() < 6
                    ? "{\"state\":\"draining\",\"liveRequests\":3,\"remaining\":\"9s\"}"
                    : "{\"state\":\"expired\",\"removable\":true}"));
    Result result = command().go("evacuate", "10.0.0.1", "--wait");

    assertThat(result.code()).isZero();
    assertThat(result.lines())
        .containsExactly(
            "carts/cart-a: drained", "web/w1: the deadline passed; what was left has moved");
    assertThat(result.err())
        .contains("web/w1: 3 requests, 0 streams, sessions not known yet; 9s left");
    assertThat(fake.calls().stream().filter(c -> c.target().contains("cart-a"))).hasSize(1);
  }

  @Test
  void nothingIsWaitedForInADryRun() {
    fake.on(
        "POST /v1/changes",
        Reply.json(
            200,
            """
            {"revision": 8, "dryRun": true, "preview": {"pools": [
              {"pool": "carts", "moved": 0.25, "minimum": 0.25, "exact": true, "sessions": 2,
               "moves": [{"from": "cart-a", "to": null, "share": 0.25}],
               "before": {"cart-a": 0.25, "cart-b": 0.75}, "after": {"cart-b": 0.75},
               "traffic": {"moved": 0.5}}]}}
            """));
    Result result = command().go("drain", "carts", "*", "--wait", "--dry-run");
    assertThat(result.lines())
        .containsExactly(
            "nothing is changed; this would be:",
            "carts: 25.0% of the keys move, 25.0% is the least possible; 50.0% of the requests of"
                + " late; 2 live sessions",
            "  FROM    TO       KEYS",
            "  cart-a  nobody  25.0%",
            "  BACKEND  BEFORE  AFTER",
            "  cart-a    25.0%      -");
    assertThat(changes().get(0).target()).isEqualTo("/v1/changes?dryRun=true");
    assertThat(changes().get(0).key()).isEmpty();
  }

  @Test
  void aPatternAndStrictDoNotGoTogether() {
    assertThat(command().go("drain", "*", "a", "--strict").code()).isEqualTo(2);
    assertThat(fake.calls()).isEmpty();
  }

  @Test
  void severalNewBackendsAreOneTransaction() {
    command().go("add", "web", "w2=10.0.0.2:81", "w3=10.0.0.3:81*4");
    assertSent(
        "POST /v1/changes",
        """
        {"changes": [{"op": "add", "pool": "web", "id": "w2", "address": "10.0.0.2:81"},
          {"op": "add", "pool": "web", "id": "w3", "address": "10.0.0.3:81", "weight": 4}]}
        """);
  }

  @Test
  void whatIsNotYetAsItShouldBeIsSaid() {
    fake.on(
        "POST /v1/changes",
        Reply.json(
            202,
            "{\"revision\":9,\"changed\":false,\"kept\":false,\"pendingLoops\":[\"loop-1\"]}"));
    Result result = command().go("ready", "*", "*");
    assertThat(result.lines()).containsExactly("3 backends: ready already, revision 9");
    assertThat(result.err()).contains("do not use it yet: loop-1", "a restart loses it");
  }
}

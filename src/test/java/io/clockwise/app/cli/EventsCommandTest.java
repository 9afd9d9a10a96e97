package io.clockwise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.app.cli.CommandRun.Result;
import io.clockwise.app.cli.remote.FakeApi;
import io.clockwise.app.cli.remote.FakeApi.Reply;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events one a line, over connections that break. */
class EventsCommandTest {
  private static final String FIRST =
      ": hello\n\nid: 7\nevent: revision\ndata: {\"revision\": 9, \"reason\": \"two words\"}\n\n"
          + "id: 8\nevent: note\ndata: one\ndata: two\n\nid: 9\nevent: state\ndata: cut off";
  private static final String SECOND = "id: 9\nevent: state\ndata: {\"pool\":\"web\"}\n\n";

  private final FakeApi fake = new FakeApi();

  @AfterEach
  void close() {
    fake.close();
  }

  private Result run(String... arguments) {
    fake.on(
        "GET /v1/events",
        call -> new Reply(200, "text/event-stream", call.lastEvent().isEmpty() ? FIRST : SECOND));
    return new CommandRun().with("CLOCKWISE_ENDPOINT", fake.endpoint()).go(arguments);
  }

  @Test
  void eachIsALineAndABrokenStreamGoesOnBehindTheLastOne() {
    Result result = run("events", "--count", "3");
    assertThat(result.code()).isZero();
    assertThat(result.lines())
        .containsExactly(
            "7 revision revision=9 reason=\"two words\"",
            "8 note one\\u000atwo",
            "9 state pool=web");
    assertThat(result.err()).contains("asking for it again");
    assertThat(fake.calls().get(1).lastEvent()).isEqualTo("8");
  }

  @Test
  void jsonIsALineEach() {
    Result result = run("events", "-n", "2", "-o", "json");
    JsonObject first = new JsonObject(result.lines().get(0));
    assertThat(first.getString("event")).isEqualTo("revision");
    assertThat(first.getJsonObject("data").getInteger("revision")).isEqualTo(9);
    assertThat(new JsonObject(result.lines().get(1)).getString("data")).isEqualTo("one\ntwo");
  }

  @Test
  void aRestartIsWaitedFor() {
    int[] calls = {0};
    fake.on(
        "GET /v1/events",
        call ->
            switch (calls[0]++) {
              case 0 -> new Reply(200, "text/event-stream", FIRST);
              case 1 -> new Reply(0, "", "");
              default -> new Reply(200, "text/event-stream", SECOND);
            });
    Result result =
        new CommandRun()
            .with("CLOCKWISE_ENDPOINT", fake.endpoint())
            .go("events", "-n", "3", "--pool", "a b");
    assertThat(result.code()).isZero();
    assertThat(result.lines()).hasSize(3);
    assertThat(result.err()).contains("the connection broke");
    assertThat(fake.calls().get(0).target()).isEqualTo("/v1/events?pool=a%20b");
  }

  @Test
  void aClockwiseWithoutEventsSaysSo() {
    fake.on("GET /v1/events", Reply.problem(501, "later", "/v1/events is not supported yet"));
    Result result = new CommandRun().with("CLOCKWISE_ENDPOINT", fake.endpoint()).go("events");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("not supported yet", "cannot do this");
  }
}

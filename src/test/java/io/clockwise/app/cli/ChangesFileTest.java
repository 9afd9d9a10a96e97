package io.clockwise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.app.cli.CommandRun.Result;
import io.clockwise.app.cli.remote.FakeApi;
import io.clockwise.app.cli.remote.FakeApi.Reply;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of changes: what is sent, and each mistake with its line. */
class ChangesFileTest {
  private static final String YAML =
      """
      # more carts
      reason: more carts
      changes:
        - { op: add, pool: carts, id: cart-d, address: "10.0.0.14:8000", weight: 2 }
        - op: drain
          pool: "*"
          id: cart-*
          deadline: ${DEADLINE:-5m}
          then: cut
        - { op: revert, pool: carts, id: cart-a }
      """;

  @TempDir private Path directory;
  private final FakeApi fake = new FakeApi();

  @BeforeEach
  void start() {
    fake.on(
        "POST /v1/changes",
        Reply.json(200, "{\"revision\":4,\"changed\":true,\"preview\":{\"pools\":[]}}"));
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private CommandRun command() {
    return new CommandRun().with("CLOCKWISE_ENDPOINT", fake.endpoint());
  }

  private Result apply(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("changes.yaml"), text);
    return command().go("apply", file.toString());
  }

  @Test
  void aBackendMayHaveAllThatTheApiTakes() throws IOException {
    Result result =
        apply(
            """
            changes:
              - { op: put, pool: carts, id: d, address: "h:1", placementName: n, standby: true, zone: eu-1a }
            """);
    assertThat(result.code()).isZero();
    assertThat(fake.calls().get(0).body()).contains("\"standby\":true", "\"zone\":\"eu-1a\"");
  }

  @Test
  void aFileIsOneCall() throws IOException {
    Result result = apply(YAML);
    assertThat(result.code()).isZero();
    assertThat(result.lines()).containsExactly("3 changes made, revision 4", "no key moves");
    FakeApi.Call call = fake.calls().get(0);
    assertThat(call.key()).isNotEmpty();
    assertThat(new JsonObject(call.body()))
        .isEqualTo(
            new JsonObject(
                """
                {"reason": "more carts", "changes": [
                  {"op": "add", "pool": "carts", "id": "cart-d", "address": "10.0.0.14:8000",
                   "weight": 2},
                  {"op": "drain", "pool": "*", "id": "cart-*", "deadline": "5m", "then": "cut"},
                  {"op": "revert", "pool": "carts", "id": "cart-a"}]}
                """));
  }

  @Test
  void jsonFromAPipeIsTakenToo() {
    String json = "{\"changes\": [{\"op\": \"ready\", \"pool\": \"p\", \"id\": \"a\"}]}";
    assertThat(command().piped(json).go("apply", "-", "--reason", "r", "--force").code()).isZero();
    assertThat(fake.calls().get(0).target()).isEqualTo("/v1/changes?force=true");
    assertThat(new JsonObject(fake.calls().get(0).body()).getString("reason")).isEqualTo("r");
  }

  @Test
  void aPreviewChangesNothing() throws IOException {
    Path file = Files.writeString(directory.resolve("c.yaml"), YAML);
    Result result = command().go("preview", file.toString());
    assertThat(result.lines()).containsExactly("no key moves");
    assertThat(fake.calls().get(0).target()).isEqualTo("/v1/changes?dryRun=true");
    assertThat(fake.calls().get(0).key()).isEmpty();
    assertThat(command().go("preview", file.toString(), "-o", "json").out())
        .startsWith("{\"revision\":4");
  }

  @Test
  void everyMistakeIsSaidWithItsLineAndNothingIsSent() throws IOException {
    Result result =
        apply(
            """
            reasn: x
            changes:
              - { op: drian, pool: carts, id: a }
              - { pool: carts, id: a }
              - op: set
                weight: heavy
                wieght: 2
              - 7
            """);
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err())
        .contains(
            "changes.yaml: line 1: reasn: given the unknown key",
            "did you mean reason?",
            "line 3: changes[0].op: given \"drian\"",
            "did you mean drain?",
            "line 4: changes[1].op: missing",
            "line 5: changes[2].pool: missing, expected the name of a pool",
            "line 6: changes[2].weight: given \"heavy\", expected a whole number, 0 to 65535",
            "line 7: changes[2].wieght",
            "line 8: changes[3]: given \"7\", expected a mapping");
    assertThat(fake.calls()).isEmpty();
  }

  @Test
  void filesWithoutChangesAreMistakes() throws IOException {
    assertThat(apply("").err()).contains("it is empty, expected changes: [");
    assertThat(apply("# nothing\n").err()).contains("it is empty");
    assertThat(apply("changes: []\n").err()).contains("line 1: changes", "at least one change");
    assertThat(apply("changes: {}\n").err()).contains("a list of changes");
    assertThat(apply("changes: [\n").err()).contains("line 2", "broken YAML");
    assertThat(apply("- op: drain\n").err()).contains("expected a mapping such as changes:");
    assertThat(command().go("apply", "no-such.yaml").err()).contains("no-such.yaml: no such file");
    assertThat(command().go("apply", directory.toString()).err()).contains("is a directory");
    assertThat(fake.calls()).isEmpty();
  }

  @Test
  void aRefusalLeadsToTheLineItIsAbout() throws IOException {
    fake.on(
        "POST /v1/changes",
        new Reply(
            409,
            "application/problem+json",
            "{\"type\":\"urn:clockwise:problem:exists\",\"title\":\"It exists already\","
                + "\"status\":409,\"detail\":\"carts has a\",\"pointer\":\"/changes/1/id\"}"));
    Result result = apply(YAML);
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err())
        .contains("changes.yaml: line 7: changes[1].id: It exists already", "carts has a");
  }
}

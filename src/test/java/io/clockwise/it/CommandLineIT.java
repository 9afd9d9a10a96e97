package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.ClockwiseProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a user gets for a mistake: one clear line a problem, the right exit code, no stack trace.
 */
class CommandLineIT {
  private static final String GOOD =
      "listeners: [{ bind: \"127.0.0.1:0\" }]\n"
          + "admin: { bind: \"127.0.0.1:0\" }\n"
          + "routes: [{ key: { header: X-Key }, pool: web }]\n"
          + "pools: { web: { backends: [\"a=10.0.0.1:80\", \"b=10.0.0.2:80*2\"] } }\n";

  @TempDir Path dir;

  private Path file(String name, String text) throws Exception {
    return Files.writeString(dir.resolve(name), text);
  }

  private ClockwiseProcess run(String... arguments) {
    return ClockwiseProcess.start(dir, arguments);
  }

  private static void assertFails(ClockwiseProcess process, int code, String... words) {
    try (process) {
      assertThat(process.exitCode()).as("%s", process.err()).isEqualTo(code);
      String all = String.join("\n", process.err());
      assertThat(all).contains(words).doesNotContain("\tat ", "Exception");
    }
  }

  static Stream<Arguments> usageMistakes() {
    return Stream.of(
        Arguments.of(List.of(), "a command is missing"),
        Arguments.of(List.of("rum"), "rum"),
        Arguments.of(List.of("run", "--confg", "x"), "--confg"),
        Arguments.of(List.of("demo", "--port", "many"), "--port"),
        Arguments.of(List.of("demo", "--port", "70000"), "70000"),
        Arguments.of(List.of("verify-placement"), "FILE"),
        Arguments.of(List.of("verify-placement", "--show", "-1", "x.json"), "--show"),
        Arguments.of(List.of("health", "--admin", "nowhere"), "host:port"));
  }

  @ParameterizedTest
  @MethodSource("usageMistakes")
  void wrongUsageIsTwo(List<String> arguments, String word) {
    assertFails(run(arguments.toArray(String[]::new)), 2, word);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "check",
        "pick",
        "verify-placement",
        "health",
        "demo",
        "rehearse",
        "version"
      })
  void everyCommandHasHelpWithAnExample(String command) {
    try (ClockwiseProcess process = run(command, "--help")) {
      assertThat(process.exitCode()).isZero();
      assertThat(String.join("\n", process.out()))
          .contains("Usage: clockwise " + command, "Example", "  clockwise " + command);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "pick"})
  void aMissingFileIsNamed(String command) {
    assertFails(run(command, "--config", "no.yaml"), 1, "no.yaml", "no such file");
  }

  @Test
  void aDirectoryIsNoFile() throws Exception {
    Files.createDirectory(dir.resolve("conf.d"));
    assertFails(run("check", "--config", "conf.d"), 1, "conf.d", "directory");
    assertFails(run("run", "--config", "conf.d"), 1, "conf.d", "directory");
  }

  @Test
  void brokenYamlIsNamedByItsLine() throws Exception {
    file("bad.yaml", "pools:\n  web: [\n");
    assertFails(run("check", "--config", "bad.yaml"), 1, "bad.yaml", "line");
    assertFails(run("run", "--config", "bad.yaml"), 1, "bad.yaml", "line");
  }

  @Test
  void everyProblemOfAFileIsSaidAtOnce() throws Exception {
    file(
        "bad.yaml",
        "pools:\n  web:\n    backend: []\n    timeouts: { connect: fast }\nlisteners: 7\n");
    ClockwiseProcess process = run("check", "--config", "bad.yaml");
    assertFails(process, 1, "line 3", "backends", "line 4", "fast", "line 5");
  }

  @Test
  void aGoodFileIsZeroAndWarningsCountOnlyWhenStrict() throws Exception {
    file("good.yaml", GOOD);
    try (ClockwiseProcess process = run("check", "--config", "good.yaml", "--strict")) {
      assertThat(process.exitCode()).as("%s", process.err()).isZero();
      assertThat(process.out()).hasSize(1).first().asString().contains("good.yaml", "2 backends");
    }
    file("doubtful.yaml", "pools: { web: { backends: [\"10.0.0.1:80\"] } }\n");
    try (ClockwiseProcess process = run("check", "--config", "doubtful.yaml")) {
      assertThat(process.exitCode()).isZero();
      assertThat(String.join("\n", process.err())).contains("warning");
    }
    assertFails(run("check", "--config", "doubtful.yaml", "--strict"), 1, "warning");
  }

  @Test
  void aTakenPortIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String bind = "127.0.0.1:" + taken.getLocalPort();
      file("a.yaml", GOOD.replaceFirst("127\\.0\\.0\\.1:0", bind));
      assertFails(run("run", "--config", "a.yaml"), 1, bind, "in use");
      file(
          "b.yaml",
          GOOD.replace("admin: { bind: \"127.0.0.1:0\"", "admin: { bind: \"" + bind + '"'));
      assertFails(run("run", "--config", "b.yaml"), 1, bind, "in use");
      String port = Integer.toString(taken.getLocalPort());
      assertFails(run("demo", "--port", port, "--admin-port", "0"), 1, bind, "in use");
    }
  }

  @Test
  void anAdminOffLoopbackWithoutTokenIsRefused() throws Exception {
    file(
        "open.yaml",
        GOOD.replace("admin: { bind: \"127.0.0.1:0\"", "admin: { bind: \"0.0.0.0:0\""));
    assertFails(run("run", "--config", "open.yaml"), 1, "admin", "token");
  }

  @Test
  void aMissingTokenFileIsNamed() throws Exception {
    file(
        "token.yaml",
        GOOD.replace(
            "admin: { bind: \"127.0.0.1:0\" }",
            "admin: { bind: \"127.0.0.1:0\", tokens: [{ role: admin, file: no.token }] }"));
    assertFails(run("run", "--config", "token.yaml"), 1, "no.token");
  }

  @Test
  void aTransportThatIsNoneIsNamedWithThoseThatAre() throws Exception {
    file("transport.yaml", GOOD + "transport: poll\n");
    assertFails(run("run", "--config", "transport.yaml"), 1, "transport", "poll", "epoll");
  }

  @Test
  void anAccessLogThatCannotBeOpenedIsNamed() throws Exception {
    file("log.yaml", GOOD + "accessLog: { file: no/such/dir/access.log }\n");
    assertFails(run("run", "--config", "log.yaml"), 1, "no/such/dir/access.log");
  }

  @Test
  void pickGivesEachKeyItsBackendAndNothingElse() throws Exception {
    file("good.yaml", GOOD);
    byte[] keys = "alice\nbob\n\ncaf\u00e9".getBytes(StandardCharsets.UTF_8);
    try (ClockwiseProcess process = run("pick", "--config", "good.yaml").feed(keys)) {
      assertThat(process.exitCode()).as("%s", process.err()).isZero();
      assertThat(process.out()).hasSize(4);
      assertThat(process.out().get(0)).matches("alice\t[ab]");
      assertThat(process.out().get(2)).matches("\t[ab]");
      assertThat(process.out().get(3)).matches("caf\u00e9\t[ab]");
    }
  }

  @Test
  void pickNamesThePoolsWhenTheOneWantedIsUnknown() throws Exception {
    file("good.yaml", GOOD);
    ClockwiseProcess process =
        run("pick", "--config", "good.yaml", "--pool", "wep").feed(new byte[0]);
    assertFails(process, 1, "wep", "web");
  }

  private static String vectors(String... picks) {
    return "{\"algorithm\": \"redis-cluster-slot\", \"source\": \"CLUSTER KEYSLOT\", \"config\": {},"
        + " \"picks\": ["
        + String.join(", ", picks)
        + "]}";
  }

  @Test
  void samePicksAreZero() throws Exception {
    file("same.json", vectors("[\"\", \"0\"]", "[\"user:1001\", \"5712\"]"));
    file("one.json", vectors("[\"{user:1001}.cart\", \"5712\"]"));
    try (ClockwiseProcess process = run("verify-placement", "same.json", "one.json")) {
      assertThat(process.exitCode()).as("%s", process.err()).isZero();
      assertThat(process.out()).containsExactly("same.json: 2/2", "one.json: 1/1");
      assertThat(process.err()).isEmpty();
    }
  }

  @Test
  void otherPicksAreOneAndNamedUpToTheNumberWanted() throws Exception {
    file("same.json", vectors("[\"\", \"0\"]"));
    file("other.json", vectors("[\"\", \"0\"]", "[\"\", \"1\"]", "[\"a\\n\\\"\", \"x\"]"));
    try (ClockwiseProcess process = run("verify-placement", "other.json", "same.json")) {
      assertThat(process.exitCode()).as("%s", process.err()).isEqualTo(1);
      assertThat(process.out()).hasSize(4);
      assertThat(process.out().get(0)).isEqualTo("other.json: 1/3");
      assertThat(process.out().get(1)).isEqualTo("  picks[1] \"\": expected \"1\", got \"0\"");
      assertThat(process.out().get(2))
          .matches("  picks\\[2] \"a\\\\n\\\\\"\": expected \"x\", got \"\\d+\"");
      assertThat(process.out().get(3)).isEqualTo("same.json: 1/1");
    }
    try (ClockwiseProcess process = run("verify-placement", "--show", "1", "other.json")) {
      assertThat(process.exitCode()).isEqualTo(1);
      assertThat(process.out()).hasSize(3);
      assertThat(process.out().get(2)).contains("1 more", "--show 2");
    }
  }

  @Test
  void vectorFilesThatCannotBeUsedAreTwoEachWithItsLine() throws Exception {
    file("good.json", vectors("[\"\", \"1\"]"));
    file("cut.json", "{\"algorithm\":");
    file("unknown.json", vectors("[\"\", \"1\"]").replace("redis", "radish"));
    Files.write(dir.resolve("latin.json"), new byte[] {'"', (byte) 0xe9, '"'});
    Files.createDirectory(dir.resolve("folder"));
    String[] arguments = {
      "verify-placement", "no.json", "cut.json", "unknown.json", "latin.json", "folder", "good.json"
    };
    try (ClockwiseProcess process = run(arguments)) {
      assertThat(process.exitCode()).isEqualTo(2);
      assertThat(process.out()).first().isEqualTo("good.json: 0/1");
      assertThat(process.err()).hasSize(5);
      assertThat(process.err().get(0)).contains("no.json", "no such file");
      assertThat(process.err().get(1)).contains("cut.json", "line 1", "not JSON");
      assertThat(process.err().get(2)).contains("unknown.json: algorithm", "radish", "redis");
      assertThat(process.err().get(3)).contains("latin.json", "UTF-8");
      assertThat(process.err().get(4)).contains("folder", "directory");
    }
  }

  @Test
  void healthSaysWhenNobodyAnswers() {
    assertFails(run("health", "--admin", "127.0.0.1:1"), 1, "127.0.0.1:1", "running");
  }

  @Test
  void aRehearsalServesItsRequestsEndsAndLeavesNothing() throws Exception {
    String place = "-Djava.io.tmpdir=" + dir;
    Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", place);
    try (ClockwiseProcess process =
        ClockwiseProcess.start(dir, environment, "rehearse", "--requests", "320")) {
      assertThat(process.exitCode()).as("%s", process.err()).isZero();
      assertThat(process.err()).filteredOn(line -> line.contains("listening on")).hasSize(2);
      assertThat(process.err().get(process.err().size() - 1)).endsWith("stopped");
    }
    try (Stream<Path> left = Files.list(dir)) {
      assertThat(left.map(Path::toString)).noneMatch(name -> name.contains("rehearsal"));
    }
  }

  @Test
  void versionIsThatOfTheBuild() {
    try (ClockwiseProcess process = run("version")) {
      assertThat(process.exitCode()).isZero();
      assertThat(process.out().get(0)).matches("clockwise \\d+\\.\\d+\\.\\d+.*");
    }
  }
}

package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference page says what the API does, and nothing else. */
class AdminPageTest {
  private static final String BASE = "http://127.0.0.1:9902";

  @TempDir private static Path directory;
  private static AdminServer server;
  private static String page;

  @BeforeAll
  static void start() throws IOException {
    page = Files.readString(Path.of("src/docs/admin-api.md"));
    server = new AdminServer(directory);
    server.readiness.tablePublished();
    server.readiness.listenersBound();
    server.meters.probes("web").ended("a", true, 1);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static List<MatchResult> find(String regex) {
    return Pattern.compile(regex, Pattern.MULTILINE).matcher(page).results().toList();
  }

  private static String braces(String path) {
    return path.replaceAll(":(\\w+)", "{$1}");
  }

  @Test
  void describesEachEndpoint() {
    Set<String> described =
        find("^### `([A-Z]+ /\\S*)`$").stream().map(m -> m.group(1)).collect(Collectors.toSet());
    Set<String> served =
        server.endpoints().stream()
            .map(endpoint -> endpoint.method().name() + " " + braces(endpoint.path()))
            .collect(Collectors.toSet());

    assertThat(described).isEqualTo(served);
  }

  @Test
  void describesTheFieldsAndParametersOfEachEndpoint() {
    for (Endpoint endpoint : server.endpoints()) {
      String heading = "### `" + endpoint.method().name() + " " + braces(endpoint.path()) + "`\n";
      String section = page.substring(page.indexOf(heading) + heading.length());
      section = section.substring(0, Math.max(0, section.indexOf("\n#")));
      for (String field : endpoint.fields()) {
        assertThat(section).as(heading).containsPattern("\"" + field + "\"\\??");
      }
      for (String parameter : endpoint.parameters()) {
        assertThat(section).as(heading).contains("Query:").contains("`" + parameter + "`");
      }
    }
  }

  @Test
  void listsEachProblem() {
    Map<String, Integer> listed = new TreeMap<>();
    find("^\\| `([a-z-]+)` \\| ([0-9]{3}) \\|")
        .forEach(m -> listed.put(m.group(1), Integer.parseInt(m.group(2))));
    Map<String, Integer> known = new TreeMap<>();
    Arrays.stream(ProblemType.values()).forEach(type -> known.put(type.slug(), type.status()));

    assertThat(listed).isEqualTo(known);
  }

  @Test
  void listsEachMetricWithItsLabels() {
    Map<String, Set<String>> listed = new TreeMap<>();
    find("^\\| `(clockwise_\\w+)` \\|([^|]*)\\|")
        .forEach(
            m ->
                listed.put(
                    m.group(1),
                    Pattern.compile("`(\\w+)`")
                        .matcher(m.group(2))
                        .results()
                        .map(label -> label.group(1))
                        .collect(Collectors.toCollection(TreeSet::new))));
    Map<String, Set<String>> shown = new TreeMap<>();
    Pattern.compile("^(clockwise_\\w+?)(?:_bucket|_sum|_count)?(?:\\{(.*)\\})? ", Pattern.MULTILINE)
        .matcher(server.get("/metrics").bodyAsString())
        .results()
        .forEach(
            m ->
                shown
                    .computeIfAbsent(m.group(1), name -> new TreeSet<>())
                    .addAll(labelsOf(m.group(2))));

    assertThat(shown).isEqualTo(listed);
  }

  private static List<String> labelsOf(String text) {
    return text == null
        ? List.of()
        : Pattern.compile("(\\w+)=\"").matcher(text).results().map(m -> m.group(1)).toList();
  }

  @Test
  void givesExamplesThatWork() {
    List<MatchResult> examples = find("^curl (.*?) +# ([0-9]{3})$");
    assertThat(examples).hasSizeGreaterThan(20).hasSameSizeAs(find("^curl "));
    for (MatchResult example : examples) {
      assertThat(statusOf(example.group(1)))
          .as(example.group())
          .isEqualTo(Integer.parseInt(example.group(2)));
    }
  }

  private static int statusOf(String arguments) {
    List<String> words = new ArrayList<>();
    Pattern.compile("'([^']*)'|(\\S+)")
        .matcher(arguments)
        .results()
        .forEach(m -> words.add(m.group(1) == null ? m.group(2) : m.group(1)));
    String method = "GET";
    String body = "";
    Map<String, String> headers = new TreeMap<>();
    for (int i = 0; i < words.size() - 1; i += 2) {
      String value = words.get(i + 1);
      switch (words.get(i)) {
        case "-X" -> method = value;
        case "-d" -> body = new JsonObject(value).encode();
        case "-H" -> headers.put(value.split(": ", 2)[0], value.split(": ", 2)[1]);
        default -> throw new AssertionError("unknown option " + words.get(i));
      }
    }
    String url = words.get(words.size() - 1);
    assertThat(url).startsWith(BASE);
    HttpRequest<Buffer> request = server.request(method, url.substring(BASE.length()));
    headers.forEach(request::putHeader);
    return AdminServer.await(
            body.isEmpty() ? request.send() : request.sendBuffer(Buffer.buffer(body)))
        .statusCode();
  }
}

package io.clockwise.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * An exchange over HTTP/2 that is played on several proxies: what a client sends, and what the
 * backend answers, {@code @} for an end of line.
 *
 * @param request {@code METHOD path@name: value@name: value}, then perhaps {@code @@body}, then
 *     perhaps {@code @@name: value} behind the body
 */
public record StreamCase(String request, String answer) {
  /** Instead of an answer. */
  public static final String SILENCE = "silence";

  private static final String OK = "HTTP/1.1 200 OK@Content-Length: 2@@ok";

  /** Makes one that the backend answers with {@code ok}. */
  public static StreamCase of(String request) {
    return new StreamCase(request, OK);
  }

  /** Plays it, and returns what backend, client and log have seen. */
  public List<String> play(TestProxy proxy, TestBackend backend) throws InterruptedException {
    backend.requests().clear();
    proxy.records().clear();
    backend.script(this::serve);
    List<String> seen = new ArrayList<>();
    try (Http2Peer peer = Http2Peer.client(proxy.port())) {
      seen.addAll(events(send(peer)));
    }
    boolean broken = seen.contains("RST 1");
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .until(() -> proxy.inFlight() == 0 && (broken || !proxy.records().isEmpty()));
    if (broken) {
      return seen; // how far a request comes before the client breaks a rule is chance
    }
    backend.requests().forEach(each -> seen.add(got(each)));
    proxy.records().forEach(each -> seen.add(logged(each)));
    String port = String.valueOf(proxy.port());
    boolean cut = seen.contains("RST 2");
    return seen.stream()
        .filter(line -> !cut || !line.startsWith("DATA ")) // how much came before is chance
        .map(line -> line.replace(port, "PORT"))
        .toList();
  }

  private void serve(ReceivedRequest request) throws java.io.IOException {
    request.body();
    if (answer.equals(SILENCE)) {
      request.awaitClose();
      return;
    }
    request.write(answer.replace("@", "\r\n"));
    if (closes()) {
      request.close();
    }
  }

  private boolean closes() {
    return !answer.contains("Content-Length") && !answer.contains("chunked")
        || answer.contains("short")
        || answer.contains("zz");
  }

  private Http2Stream send(Http2Peer peer) throws InterruptedException {
    String[] parts = request.split("@@", -1);
    Http2Stream stream = peer.open(parts.length == 1, head(parts[0]));
    if (parts.length > 1) {
      stream.send(parts.length == 2, parts[1]);
    }
    if (parts.length > 2) {
      stream.head(true, fields(parts[2]).toArray(String[]::new));
    }
    return stream;
  }

  private static String[] head(String text) {
    String[] lines = text.split("@", 2);
    String[] line = lines[0].split(" ", 2);
    Map<String, String> pseudo = new LinkedHashMap<>();
    pseudo.put(":method", line[0]);
    pseudo.put(":scheme", "http");
    pseudo.put(":authority", "h:81");
    pseudo.put(":path", line[1]);
    List<String> others = new ArrayList<>();
    List<String> fields = lines.length == 1 ? List.of() : fields(lines[1]);
    for (int i = 0; i < fields.size(); i += 2) {
      if (!fields.get(i).startsWith(":")) {
        others.addAll(fields.subList(i, i + 2));
      } else if (fields.get(i + 1).isEmpty()) {
        pseudo.remove(fields.get(i));
      } else {
        pseudo.put(fields.get(i), fields.get(i + 1));
      }
    }
    List<String> all = new ArrayList<>();
    pseudo.forEach((name, value) -> all.addAll(List.of(name, value)));
    all.addAll(others);
    return all.toArray(String[]::new);
  }

  private static List<String> fields(String lines) {
    List<String> fields = new ArrayList<>();
    for (String each : lines.split("@")) {
      int colon = each.indexOf(": ", 1);
      fields.add(each.substring(0, colon));
      fields.add(each.substring(colon + 2));
    }
    return fields;
  }

  private static List<String> events(Http2Stream stream) throws InterruptedException {
    List<String> seen = new ArrayList<>();
    StringBuilder data = new StringBuilder();
    for (String event = stream.next(); ; event = stream.next()) {
      if (event.startsWith("DATA ")) {
        data.append(event.substring(5));
        continue;
      }
      if (data.length() > 0) {
        seen.add("DATA " + data);
        data.setLength(0);
      }
      if (event.equals("CLOSED") || event.equals("null")) {
        return seen;
      }
      seen.add(event.startsWith("HEAD ") ? headOf(event) : event);
    }
  }

  private static String headOf(String event) {
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    for (String each : event.substring(6, event.length() - 1).split("]\\[")) {
      int colon = each.indexOf(": ", 1);
      fields.add(Map.entry(each.substring(0, colon), each.substring(colon + 2)));
    }
    return "HEAD " + names(fields);
  }

  private static String got(ReceivedRequest request) {
    String body = "cut";
    try {
      body = new String(request.body(), StandardCharsets.ISO_8859_1);
    } catch (java.io.IOException cut) {
      // that is what is told
    }
    return "backend "
        + request.method()
        + ' '
        + request.target()
        + ' '
        + names(request.fields())
        + ' '
        + body
        + ' '
        + request.trailers();
  }

  private static String logged(LoggedRequest record) {
    return "log " + record.line() + ' ' + record.result();
  }

  private static List<String> names(List<Map.Entry<String, String>> fields) {
    return fields.stream().map(f -> f.getKey() + ": " + value(f)).sorted().toList();
  }

  private static String value(Map.Entry<String, String> field) {
    String name = field.getKey().toLowerCase(Locale.ROOT);
    boolean changes =
        name.equals("date") && !field.getValue().contains("2024")
            || name.equals("x-request-id") && field.getValue().length() == 32;
    return changes
        ? "*"
        : field.getValue().replace("1.0 clockwise", "1.1 clockwise"); // one does not know
  }
}

package io.clockwise.telemetry.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import io.clockwise.model.log.LogTarget;
import io.clockwise.model.log.LogVariable;
import io.clockwise.testkit.Allocation;
import io.clockwise.testkit.LoggedRequest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LineFormatTest {
  private static final String EVERY_VARIABLE =
      Arrays.stream(LogVariable.values())
          .map(variable -> "<${" + variable.text() + "}>")
          .collect(Collectors.joining(" "));

  static LoggedRequest request(String target) {
    return new LoggedRequest(
        new LoggedRequest.Line("GET", target, "HTTP/1.1", "https", "example.org"),
        new LoggedRequest.Client("192.0.2.7", "a \"quoted\" agent", null, "r-1"),
        new LoggedRequest.Connections(
            17, 4, true, new LoggedRequest.Tls("TLSv1.3", "TLS_AES_128_GCM_SHA256", "example.org")),
        new LoggedRequest.Choice(
            "carts",
            "pool-a",
            "b-1",
            "b-2",
            "192.0.2.9:80",
            ChosenBy.PLACEMENT,
            OffOwner.DRAIN,
            new LoggedRequest.Key("header", 0x2d06800538d394c2L)),
        List.of(),
        new LoggedRequest.Result(200, 0, 42, null, EndedBy.COMPLETE, Phase.DONE),
        new LoggedRequest.Times(1_700_000_000_123L, 12_345_678L, 1_002_000L, 9_050_000L),
        new LoggedRequest.Table(7, 31));
  }

  private static String line(LineFormat format, LoggedRequest request) {
    AccessRecord record = new AccessRecord();
    request.fill(record);
    LineBytes into = new LineBytes(16); // too small: it grows
    format.append(record, into);
    return into.toString();
  }

  @Test
  void aJsonLineHoldsEachFactOnce() {
    assertThat(line(new JsonLine(), request("/a?b=\"\u00e9\n\\")))
        .isEqualTo(
            "{\"time\":\"2023-11-14T22:13:20.123Z\",\"client\":\"192.0.2.7\",\"requestId\":\"r-1\","
                + "\"userAgent\":\"a \\\"quoted\\\" agent\",\"connection\":17,"
                + "\"upstreamConnection\":4,\"reused\":true,\"tlsProtocol\":\"TLSv1.3\","
                + "\"tlsCipher\":\"TLS_AES_128_GCM_SHA256\",\"tlsServerName\":\"example.org\","
                + "\"method\":\"GET\","
                + "\"target\":\"/a?b=\\\"\\u00e9\\u000a\\\\\",\"version\":\"HTTP/1.1\","
                + "\"scheme\":\"https\",\"host\":\"example.org\",\"status\":200,\"requestBytes\":0,"
                + "\"responseBytes\":42,\"endedBy\":\"complete\",\"phase\":\"done\","
                + "\"totalMs\":12.345,\"connectMs\":1.002,"
                + "\"firstByteMs\":9.050,\"route\":\"carts\",\"pool\":\"pool-a\","
                + "\"chosenBy\":\"placement\",\"owner\":\"b-1\",\"offOwner\":\"drain\",\"backend\":\"b-2\","
                + "\"address\":\"192.0.2.9:80\",\"keySource\":\"header\",\"keyHash\":\"2d06800538d394c2\",\"revision\":7,"
                + "\"epoch\":31}\n");
  }

  @Test
  void aJsonLineOfAFailureSaysWhyAndLeavesOutWhatNeverWas() {
    LoggedRequest request =
        new LoggedRequest(
            new LoggedRequest.Line("GET", "/", "HTTP/1.0", "http", ""),
            new LoggedRequest.Client("::1", null, null, "r-2"),
            new LoggedRequest.Connections(18, 0, false, null),
            null,
            List.of(
                new AccessRecord.Try("b-1", "connect_refused", 1_234_567),
                new AccessRecord.Try("b-2", "status_503", 2_000_000)),
            new LoggedRequest.Result(
                499, 3, 0, FailureKind.CLIENT_GONE, EndedBy.CLIENT, Phase.REQUEST),
            new LoggedRequest.Times(0, 999, -1, -1),
            new LoggedRequest.Table(1, 2));
    assertThat(line(new JsonLine(), request))
        .isEqualTo(
            "{\"time\":\"1970-01-01T00:00:00Z\",\"client\":\"::1\",\"requestId\":\"r-2\","
                + "\"connection\":18,"
                + "\"method\":\"GET\",\"target\":\"/\",\"version\":\"HTTP/1.0\",\"scheme\":\"http\",\"host\":\"\","
                + "\"status\":499,\"requestBytes\":3,\"responseBytes\":0,"
                + "\"failure\":\"client_gone\",\"endedBy\":\"client\",\"phase\":\"request\",\"totalMs\":0.000,"
                + "\"failedTries\":[{\"number\":1,\"backend\":\"b-1\",\"result\":\"connect_refused\","
                + "\"atMs\":1.234},{\"number\":2,\"backend\":\"b-2\",\"result\":\"status_503\","
                + "\"atMs\":2.000}],\"revision\":1,\"epoch\":2}\n");
  }

  @Test
  void aTemplateLineFillsInWhatIsKnown() {
    String template =
        "$remote_addr [$time_iso8601] $msec \"$request\" $status $body_bytes_sent $request_time"
            + " ${uri}?$args $upstream_addr $upstream_header_time $key_hash $phase $failure"
            + " $connection $upstream_connection $ssl_protocol $ssl_cipher $ssl_server_name"
            + " $off_owner|";
    assertThat(line(new TemplateLine(template), request("/a?b=\"c")))
        .isEqualTo(
            "192.0.2.7 [2023-11-14T22:13:20.123Z] 1700000000.123 \"GET /a?b=\\x22c HTTP/1.1\" 200 42"
                + " 0.012 /a?b=\\x22c 192.0.2.9:80 0.009 2d06800538d394c2 done -"
                + " 17 4 TLSv1.3 TLS_AES_128_GCM_SHA256 example.org drain|\n");
  }

  @Test
  void eachVariableHasAValueOrAHyphen() {
    for (LogVariable variable : LogVariable.values()) {
      String line = line(new TemplateLine("<$" + variable.text() + ">"), request("/a?b"));
      assertThat(line).startsWith("<").endsWith(">\n").hasSizeGreaterThan(3);
    }
    assertThatThrownBy(() -> new TemplateLine("$nothing")).hasMessage("$nothing");
  }

  @Test
  void aTimeThatNeverCameIsAHyphen() {
    LoggedRequest request = request("/");
    LoggedRequest unanswered =
        new LoggedRequest(
            request.line(),
            request.client(),
            request.connections(),
            request.choice(),
            request.tries(),
            request.result(),
            new LoggedRequest.Times(0, 999, -1, -1),
            request.table());
    String template = "$msec $request_time $upstream_connect_time $upstream_header_time";
    assertThat(line(new TemplateLine(template), unanswered)).isEqualTo("0.000 0.000 - -\n");
  }

  @Test
  void theQueryOrTheWholeTargetCanBeLeftOut() {
    LineFormat line = new TemplateLine("$request_uri");
    assertThat(line(new TargetView(LogTarget.FULL, line), request("/a?b"))).isEqualTo("/a?b\n");
    assertThat(line(new TargetView(LogTarget.PATH, line), request("/a?b"))).isEqualTo("/a\n");
    assertThat(line(new TargetView(LogTarget.PATH, line), request("/a"))).isEqualTo("/a\n");
    assertThat(line(new TargetView(LogTarget.NONE, line), request("/a?b"))).isEqualTo("-\n");
  }

  @Test
  void aCombinedLineIsThatOfApacheAndNginx() {
    assertThat(line(TemplateLine.combined(), request("/a\r\n\"x")))
        .isEqualTo(
            "192.0.2.7 - - [14/Nov/2023:22:13:20 +0000] \"GET /a\\x0d\\x0a\\x22x HTTP/1.1\" 200 42"
                + " \"-\" \"a \\x22quoted\\x22 agent\"\n");
  }

  @Test
  void anIdOfTwoNumbersIs32Digits() {
    AccessRecord record = new AccessRecord();
    request("/").fill(record);
    record.requestId(0x0123456789abcdefL, -1);
    LineBytes into = new LineBytes(1024);
    new JsonLine().append(record, into);
    new TemplateLine("<$request_id>").append(record, into);
    assertThat(into.toString())
        .contains("\"requestId\":\"0123456789abcdefffffffffffffffff\"")
        .endsWith("<0123456789abcdefffffffffffffffff>\n");
  }

  @Test
  void linesOfAllKindsOfRequestsAreAsThePlainWayMakesThem() {
    RandomRequests requests = new RandomRequests();
    JsonLine json = new JsonLine();
    String template = "\u20ac " + EVERY_VARIABLE + " \u00e9";
    TemplateLine line = new TemplateLine(template);
    PlainTemplateLine plain = new PlainTemplateLine(template);
    LogTarget[] targets = LogTarget.values();
    for (int i = 0; i < 5_000; i++) {
      LoggedRequest request = requests.next();
      LogTarget target = targets[i % targets.length];
      LoggedRequest shown = RandomRequests.shown(request, target);
      StringBuilder expected = new StringBuilder();
      PlainJsonLine.append(shown, expected);
      assertThat(line(new TargetView(target, json), request)).isEqualTo(expected.toString());
      expected.setLength(0);
      plain.append(shown, expected);
      assertThat(line(new TargetView(target, line), request))
          .isEqualTo(expected.toString().replaceAll("[^\\x00-\\x7f]", "?"));
    }
  }

  @Test
  void linesCostNoObjects() {
    AccessRecord record = new AccessRecord();
    request("/a?b=\"\u00e9").fill(record);
    LineFormat json = new TargetView(LogTarget.PATH, new JsonLine());
    TemplateLine template = new TemplateLine(EVERY_VARIABLE);
    LineBytes into = new LineBytes(1 << 12);
    Allocation.assertNone(
        i -> {
          into.clear();
          record.times(1_700_000_000_000L + i % 3_000, i, i, i);
          json.append(record, into);
          template.append(record, into);
          return into.length();
        });
  }
}

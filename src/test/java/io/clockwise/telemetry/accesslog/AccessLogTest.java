package io.clockwise.telemetry.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.LogTarget;
import io.clockwise.model.LogVariable;
import io.clockwise.model.OffOwner;
import io.clockwise.telemetry.Meters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogTest {
  @TempDir Path dir;

  static AccessRecord record(String target) {
    return new AccessRecord(
        new AccessRecord.Line("GET", target, "HTTP/1.1", "https", "example.org"),
        new AccessRecord.Client("192.0.2.7", "a \"quoted\" agent", null, "r-1"),
        new AccessRecord.Connections(
            17, 4, true, new AccessRecord.Tls("TLSv1.3", "TLS_AES_128_GCM_SHA256", "example.org")),
        new AccessRecord.Choice(
            "carts",
            "pool-a",
            "b-1",
            "b-2",
            "192.0.2.9:80",
            ChosenBy.PLACEMENT,
            OffOwner.DRAIN,
            new AccessRecord.Key("header", 0x2d06800538d394c2L)),
        List.of(),
        new AccessRecord.Result(200, 0, 42, null, EndedBy.COMPLETE, Phase.DONE),
        new AccessRecord.Times(1_700_000_000_123L, 12_345_678L, 1_002_000L, 9_050_000L),
        new AccessRecord.Table(7, 31));
  }

  private static String line(LineFormat format, AccessRecord record) {
    StringBuilder into = new StringBuilder();
    format.append(record, into);
    return into.toString();
  }

  @Test
  void aJsonLineHoldsEachFactOnce() {
    assertThat(line(new JsonLine(), record("/a?b=\"\u00e9\n\\")))
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
    AccessRecord record =
        new AccessRecord(
            new AccessRecord.Line("GET", "/", "HTTP/1.0", "http", ""),
            new AccessRecord.Client("::1", null, null, "r-2"),
            new AccessRecord.Connections(18, 0, false, null),
            null,
            List.of(
                new AccessRecord.Try("b-1", "connect_refused", 1_234_567),
                new AccessRecord.Try("b-2", "status_503", 2_000_000)),
            new AccessRecord.Result(
                499, 3, 0, FailureKind.CLIENT_GONE, EndedBy.CLIENT, Phase.REQUEST),
            new AccessRecord.Times(0, 999, -1, -1),
            new AccessRecord.Table(1, 2));
    assertThat(line(new JsonLine(), record))
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
    assertThat(line(new TemplateLine(template), record("/a?b=\"c")))
        .isEqualTo(
            "192.0.2.7 [2023-11-14T22:13:20.123Z] 1700000000.123 \"GET /a?b=\\x22c HTTP/1.1\" 200 42"
                + " 0.012 /a?b=\\x22c 192.0.2.9:80 0.009 2d06800538d394c2 done -"
                + " 17 4 TLSv1.3 TLS_AES_128_GCM_SHA256 example.org drain|\n");
  }

  @Test
  void eachVariableHasAValueOrAHyphen() {
    for (LogVariable variable : LogVariable.values()) {
      String line = line(new TemplateLine("<$" + variable.text() + ">"), record("/a?b"));
      assertThat(line).startsWith("<").endsWith(">\n").hasSizeGreaterThan(3);
    }
    assertThatThrownBy(() -> new TemplateLine("$nothing")).hasMessage("$nothing");
  }

  @Test
  void theQueryOrTheWholeTargetCanBeLeftOut() {
    LineFormat line = new TemplateLine("$request_uri");
    assertThat(line(new TargetView(LogTarget.FULL, line), record("/a?b"))).isEqualTo("/a?b\n");
    assertThat(line(new TargetView(LogTarget.PATH, line), record("/a?b"))).isEqualTo("/a\n");
    assertThat(line(new TargetView(LogTarget.PATH, line), record("/a"))).isEqualTo("/a\n");
    assertThat(line(new TargetView(LogTarget.NONE, line), record("/a?b"))).isEqualTo("-\n");
  }

  @Test
  void aCombinedLineIsThatOfApacheAndNginx() {
    assertThat(line(TemplateLine.combined(), record("/a\r\n\"x")))
        .isEqualTo(
            "192.0.2.7 - - [14/Nov/2023:22:13:20 +0000] \"GET /a\\x0d\\x0a\\x22x HTTP/1.1\" 200 42"
                + " \"-\" \"a \\x22quoted\\x22 agent\"\n");
  }

  @Test
  void everyRecordIsWrittenOnceAndInOrder() throws Exception {
    Path file = dir.resolve("access.log");
    Meters meters = new Meters(2);
    try (AccessLog log = new AccessLog(meters)) {
      log.switchTo(LogOutput.open(file.toString()), targets());
      IntStream.range(0, 10_000).forEach(i -> log.offer(i % 2, record("/" + i)));
      assertThat(meters.loop(0).logDrops() + meters.loop(1).logDrops()).isZero();
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.stream().filter(l -> number(l) % 2 == 0).toList())
        .isEqualTo(IntStream.range(0, 5_000).mapToObj(i -> "/" + 2 * i).toList());
    assertThat(lines).hasSize(10_000).doesNotHaveDuplicates();
  }

  @Test
  void aFullRingSaysSo() throws Exception {
    RecordRing ring = new RecordRing(4);
    assertThat(IntStream.range(0, 6).mapToObj(i -> ring.offer(record("/" + i))).toList())
        .containsExactly(true, true, true, true, false, false);
    assertThat(ring.poll()).isEqualTo(record("/0"));
    assertThat(ring.offer(record("/6"))).isTrue();
    assertThat(IntStream.range(0, 5).mapToObj(i -> ring.poll()).toList())
        .containsExactly(record("/1"), record("/2"), record("/3"), record("/6"), null);
  }

  @Test
  void whatTheWriterIsTooSlowForIsDroppedAndCounted() throws Exception {
    Meters meters = new Meters(1);
    CountDownLatch go = new CountDownLatch(1);
    try (AccessLog log = new AccessLog(meters)) {
      log.switchTo(
          LogOutput.open(dir.resolve("slow.log").toString()),
          (record, into) -> {
            try {
              go.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      IntStream.range(0, 20_000).forEach(i -> log.offer(0, record("/" + i)));
      assertThat(meters.loop(0).logDrops()).isBetween(20_000L - 16_384 - 1, 20_000L - 16_384);
      go.countDown();
    }
  }

  @Test
  void theOutputIsSwitchedWithoutLosingALine() throws Exception {
    Path first = dir.resolve("first.log");
    Path second = dir.resolve("second.log");
    try (AccessLog log = new AccessLog(new Meters(1))) {
      log.offer(0, record("/unwanted"));
      assertThat(log.isOn()).isFalse();
      log.switchTo(LogOutput.open(first.toString()), targets());
      log.offer(0, record("/1"));
      await().until(() -> Files.readString(first).equals("/1\n"));
      log.switchTo(LogOutput.open(second.toString()), targets());
      log.offer(0, record("/2"));
      await().until(() -> Files.readString(second).equals("/2\n"));
      log.switchTo(null, targets());
      log.offer(0, record("/3"));
    }
    assertThat(Files.readString(first) + Files.readString(second)).isEqualTo("/1\n/2\n");
  }

  @Test
  void aRotatedFileIsOpenedAgainByItsName() throws Exception {
    Path file = dir.resolve("access.log");
    Path rotated = dir.resolve("access.log.1");
    try (AccessLog log = new AccessLog(new Meters(1))) {
      log.switchTo(LogOutput.open(file.toString()), targets());
      log.offer(0, record("/1"));
      await().until(() -> Files.readString(file).equals("/1\n"));
      Files.move(file, rotated);
      log.reopen();
      await().until(() -> Files.exists(file));
      log.offer(0, record("/2"));
      await().until(() -> Files.readString(file).equals("/2\n"));
    }
    assertThat(Files.readString(rotated)).isEqualTo("/1\n");
  }

  private static LineFormat targets() {
    return (record, into) -> into.append(record.line().target()).append('\n');
  }

  private static int number(String line) {
    return Integer.parseInt(line.substring(1));
  }
}

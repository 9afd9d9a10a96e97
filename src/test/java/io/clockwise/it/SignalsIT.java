package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.ClockwiseProcess;
import io.clockwise.testkit.RawHttp;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process manager may expect: HUP reloads, USR1 reopens logs, TERM lets requests end. */
class SignalsIT {
  @TempDir Path dir;

  private Path config(int backendPort, String extra) throws Exception {
    Path file = dir.resolve("clockwise.yaml");
    Files.writeString(
        file,
        """
        listeners: [{ bind: "127.0.0.1:0" }]
        admin: { bind: "127.0.0.1:0" }
        accessLog: { file: access.log }
        shutdown: { delay: 200ms, grace: 10s }
        pools: { web: { backends: ["a=127.0.0.1:%d"%s] } }
        """
            .formatted(backendPort, extra));
    return file;
  }

  private static int port(ClockwiseProcess process) {
    return Integer.parseInt(process.awaitLine("listening on 127\\.0\\.0\\.1:(\\d+)").group(1));
  }

  @Test
  void aTermLetsARunningRequestEndAndRefusesNewOnes() throws Exception {
    try (ServerSocket backend = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ClockwiseProcess process =
            ClockwiseProcess.start(
                dir, "run", "--config", config(backend.getLocalPort(), "").toString())) {
      int port = port(process);
      try (Socket client = RawHttp.send(port, "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
          Socket upstream = backend.accept()) {
        RawHttp.readHead(upstream);
        process.signal("TERM");
        process.awaitLine("stop");
        await().atMost(Duration.ofSeconds(10)).until(() -> !RawHttp.accepts(port));
        assertThat(process.isAlive()).isTrue();
        upstream
            .getOutputStream()
            .write(
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone"
                    .getBytes(StandardCharsets.US_ASCII));
        assertThat(RawHttp.readAll(client)).startsWith("HTTP/1.1 200").endsWith("done");
      }
      assertThat(process.exitCode()).isZero();
    }
    assertThat(Files.readString(dir.resolve("access.log"))).contains("\"target\":\"/slow\"");
  }

  @Test
  void aSecondTermEndsNow() throws Exception {
    try (ServerSocket backend = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ClockwiseProcess process =
            ClockwiseProcess.start(
                dir, "run", "--config", config(backend.getLocalPort(), "").toString())) {
      try (Socket client = RawHttp.send(port(process), "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
          Socket upstream = backend.accept()) {
        RawHttp.readHead(upstream);
        long before = System.nanoTime();
        process.signal("TERM");
        process.awaitLine("stop");
        process.signal("TERM");
        process.exitCode();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(8));
        assertThat(RawHttp.readAll(client)).doesNotContain("200 OK");
      }
    }
  }

  @Test
  void aHangupReloadsAndABadFileChangesNothing() throws Exception {
    try (ServerSocket backend = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ClockwiseProcess process =
            ClockwiseProcess.start(
                dir, "run", "--config", config(backend.getLocalPort(), "").toString())) {
      port(process);
      config(backend.getLocalPort(), ", \"b=127.0.0.1:1\"");
      process.signal("HUP");
      process.awaitLine("revision 2");
      Files.writeString(dir.resolve("clockwise.yaml"), "pools: { web: { backend: [] } }");
      process.signal("HUP");
      process.awaitLine("backends");
      assertThat(process.isAlive()).isTrue();
      assertThat(String.join("\n", process.err())).doesNotContain("\tat ");
    }
  }

  @Test
  void anUsr1OpensTheAccessLogByItsNameAgain() throws Exception {
    try (ServerSocket backend = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ClockwiseProcess process =
            ClockwiseProcess.start(
                dir, "run", "--config", config(backend.getLocalPort(), "").toString())) {
      port(process);
      Path log = dir.resolve("access.log");
      await().until(() -> Files.exists(log));
      Files.move(log, dir.resolve("access.log.1"));
      process.signal("USR1");
      await().until(() -> Files.exists(log));
    }
  }
}

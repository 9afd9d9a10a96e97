package io.clockwise.endure;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A backend that is a process, so that it can be killed. It answers with its id, and prints the
 * number of each POST before it answers.
 */
public final class BackendProcess implements AutoCloseable {
  private static final String READY = "ready";

  /** The numbers of the POST requests that it got, in all its lives. */
  final Queue<String> posts = new ConcurrentLinkedQueue<>();

  private final String id;
  private final int port;
  private Process process;

  /** Starts one on a port that is free. */
  BackendProcess(String id) throws Exception {
    this.id = id;
    try (ServerSocket socket = new ServerSocket(0)) {
      this.port = socket.getLocalPort();
    }
    start();
  }

  /** Returns its line in a document. */
  String line() {
    return "\"" + id + "=127.0.0.1:" + port + "\"";
  }

  String id() {
    return id;
  }

  /** Starts it again, on the same port. */
  void start() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    process =
        new ProcessBuilder(
                java,
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                BackendProcess.class.getName(),
                id,
                Integer.toString(port))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Process started = process;
    BufferedReader out = started.inputReader(StandardCharsets.UTF_8);
    for (String line = out.readLine(); !READY.equals(line); line = out.readLine()) {
      if (line == null) {
        throw new IOException("the backend " + id + " did not start");
      }
    }
    Thread reader = new Thread(() -> read(out), "backend-" + id);
    reader.setDaemon(true);
    reader.start();
  }

  private void read(BufferedReader out) {
    try (out) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        posts.add(line);
      }
    } catch (IOException killed) {
      // it has ended
    }
  }

  /** Ends it as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Is the process: its id and its port. */
  public static void main(String[] arguments) throws Exception {
    String id = arguments[0];
    Loopback.serve(Vertx.vertx(), Integer.parseInt(arguments[1]), request -> serve(request, id));
    System.out.println(READY);
  }

  private static void serve(HttpServerRequest request, String id) {
    String number = request.getHeader("x-number");
    if (number != null) {
      System.out.println(number);
      System.out.flush();
    }
    request.response().end(id);
  }
}

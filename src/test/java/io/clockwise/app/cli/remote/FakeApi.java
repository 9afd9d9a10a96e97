package io.clockwise.app.cli.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An admin API that answers what a test says, and notes what it was asked. */
public final class FakeApi implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Function<Call, Reply>> replies = new ConcurrentHashMap<>();
  private final List<Call> calls = new CopyOnWriteArrayList<>();

  /**
   * What it was asked.
   *
   * @param key the Idempotency-Key; empty: none
   * @param lastEvent the Last-Event-ID; empty: none
   */
  public record Call(
      String method, String target, String body, String key, String lastEvent, String token) {
    /** Returns method and target. */
    public String head() {
      return method + " " + target;
    }
  }

  /**
   * What it answers.
   *
   * @param status 0: the connection is closed without a word
   */
  public record Reply(int status, String type, String body) {
    /** Returns JSON. */
    public static Reply json(int status, String body) {
      return new Reply(status, "application/json", body);
    }

    /** Returns a problem. */
    public static Reply problem(int status, String slug, String detail) {
      return new Reply(
          status,
          "application/problem+json",
          "{\"type\":\"urn:clockwise:problem:"
              + slug
              + "\",\"title\":\"No\",\"status\":"
              + status
              + ",\"detail\":\""
              + detail
              + "\"}");
    }
  }

  /** Starts it on a free port. */
  public FakeApi() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  /** Returns what {@code --endpoint} takes. */
  public String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Answers a method and path like this from now on. */
  public FakeApi on(String methodAndPath, Function<Call, Reply> reply) {
    replies.put(methodAndPath, reply);
    return this;
  }

  /** Answers a method and path like this from now on. */
  public FakeApi on(String methodAndPath, Reply reply) {
    return on(methodAndPath, call -> reply);
  }

  /** Returns what was asked so far. */
  public List<Call> calls() {
    return calls;
  }

  private void serve(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Call call =
        new Call(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            body,
            header(exchange, "Idempotency-Key"),
            header(exchange, "Last-Event-ID"),
            header(exchange, "Authorization"));
    calls.add(call);
    String path = call.method() + " " + exchange.getRequestURI().getRawPath();
    Reply reply =
        replies
            .getOrDefault(path, asked -> Reply.problem(404, "not-found", "nothing at " + path))
            .apply(call);
    if (reply.status() == 0) {
      exchange.close();
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", reply.type());
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

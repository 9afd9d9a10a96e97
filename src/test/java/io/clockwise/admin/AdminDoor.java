package io.clockwise.admin;

import io.clockwise.config.TokenConfig;
import io.clockwise.health.HealthBoard;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.recent.Requests;
import java.nio.file.Path;

/** The admin API of a real controller over a real file, for tests of those who call it. */
public final class AdminDoor implements AutoCloseable {
  private final AdminServer server;

  /** Starts it with the pools {@code web} (a, b, c) and {@code odd}. */
  public AdminDoor(Path directory, TokenConfig... tokens) {
    server = new AdminServer(directory, AdminServer.QUICK, tokens);
  }

  /** Starts it with a document. */
  public AdminDoor(String document, Path directory) {
    server = new AdminServer(document, directory, AdminServer.QUICK);
  }

  /** Returns what {@code --endpoint} takes. */
  public String endpoint() {
    return "http://127.0.0.1:" + server.port();
  }

  /** Returns the counters of a backend, to pretend that it works. */
  public BackendMeters meters(String pool, String id) {
    return server.meters.backend(pool, id);
  }

  /** Counts requests of a key in the window that ends now, to pretend that there were some. */
  public void requests(String pool, String key, int times) {
    server.requests(pool, key, times);
  }

  /** Keeps a request, to pretend that it was made and took two attempts. */
  public void retried(String id, long startMillis) {
    server.recent.keep(Requests.retried(id, startMillis));
  }

  /** Returns what is known of backends, to pretend that something was found out. */
  public HealthBoard health() {
    return server.health;
  }

  /** Pretends that accepted changes are not kept, for this reason. */
  public void journalFails(String fault) {
    server.journalFails(fault);
  }

  /** Replaces the document and has it read. */
  public void reload(String document) {
    server.write(document);
    server.call("POST", "/v1/reload");
  }

  /** Makes the instance ready. */
  public void ready() {
    server.readiness.tablePublished();
    server.readiness.listenersBound();
  }

  @Override
  public void close() {
    server.close();
  }
}

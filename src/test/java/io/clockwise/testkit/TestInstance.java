package io.clockwise.testkit;

import io.clockwise.app.instance.Clockwise;
import io.clockwise.app.instance.StartFailure;
import io.clockwise.proxy.relay.DataPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A whole instance in this process, with its admin API, from a document of routes and pools. */
public final class TestInstance implements AutoCloseable {
  private static final String HEAD =
      """
      listeners: [{ bind: "127.0.0.1:0" }]
      admin: { bind: "127.0.0.1:0" }
      shutdown: { delay: 0s, grace: 1s }
      """;

  private final Path file;
  private final Clockwise instance;

  private TestInstance(Path file, Clockwise instance) {
    this.file = file;
    this.instance = instance;
  }

  /** Starts an instance whose access log is {@code access.log} in the directory. */
  public static TestInstance start(Path directory, String document) {
    return started(
        directory.resolve("clockwise.yaml"), TestProxy.path(), head(directory) + document);
  }

  private static TestInstance started(Path file, DataPath path, String document) {
    try {
      Files.writeString(file, document);
      return new TestInstance(file, Clockwise.start(file, path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (StartFailure e) {
      throw new IllegalStateException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Starts an instance from a whole document.
   *
   * @param path which way requests take
   */
  public static TestInstance startWhole(Path directory, DataPath path, String document) {
    return started(directory.resolve("clockwise.yaml"), path, document);
  }

  private static String head(Path directory) {
    return HEAD + "accessLog: { file: \"" + directory.resolve("access.log") + "\" }\n";
  }

  /** Connects a client to the proxy. */
  public RawClient connect() throws IOException {
    return RawClient.to(instance.listeners().get(0).port());
  }

  /** Returns the port of the proxy. */
  public int port() {
    return instance.listeners().get(0).port();
  }

  /** Posts to the admin API and returns its answer. */
  public RawAnswer post(String path, String json) throws IOException {
    return call("POST", path, json);
  }

  /** Asks the admin API and returns its answer. */
  public RawAnswer get(String path) throws IOException {
    return call("GET", path, "");
  }

  /** Calls the admin API and returns its answer. */
  public RawAnswer call(String method, String path, String json) throws IOException {
    int port = instance.admin().port();
    try (RawClient client = RawClient.to(port)) {
      return client
          .send(
              method
                  + " "
                  + path
                  + " HTTP/1.1\r\nHost: 127.0.0.1:"
                  + port
                  + "\r\nContent-Type: application/json\r\nContent-Length: "
                  + json.length()
                  + "\r\n\r\n"
                  + json)
          .answer();
    }
  }

  /** Replaces the routes and pools and reads them. */
  public RawAnswer reload(String document) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.writeString(file, head(directory) + document);
    return post("/v1/reload", "");
  }

  @Override
  public void close() {
    instance.stop("the end of the test");
    try {
      instance.awaitEnd();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

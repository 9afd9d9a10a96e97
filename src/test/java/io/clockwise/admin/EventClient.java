package io.clockwise.admin;

import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A client that follows the events. */
final class EventClient implements AutoCloseable {
  /** One event. */
  record Told(String id, String type, JsonObject data) {}

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Socket socket;
  private final BufferedReader in;
  private final String status;

  /** Calls with a query and further field lines. */
  EventClient(int port, String query, String... fields) throws IOException {
    socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(20_000);
    StringBuilder head =
        new StringBuilder("GET /v1/events" + query + " HTTP/1.1\r\nHost: localhost\r\n");
    for (String field : fields) {
      head.append(field).append("\r\n");
    }
    socket
        .getOutputStream()
        .write(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    status = in.readLine();
    String line = in.readLine();
    while (line != null && !line.isEmpty()) {
      line = in.readLine();
    }
  }

  int status() {
    return Integer.parseInt(status.split(" ")[1]);
  }

  /** Returns the next event; what frames it is passed over. */
  Told next() throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    String id = "";
    String type = "";
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("event: ")) {
        type = line.substring(7);
      } else if (line.startsWith("data: ")) {
        return new Told(id, type, new JsonObject(line.substring(6)));
      } else if (System.nanoTime() - deadline > 0) {
        break; // comments come all the time
      }
    }
    throw new IOException("no event came");
  }

  /** Returns the next event of a type. */
  Told next(String type) throws IOException {
    Told told = next();
    while (!told.type().equals(type)) {
      told = next();
    }
    return told;
  }

  /** Waits until the server says that events follow. */
  EventClient ready() throws IOException {
    String line = in.readLine();
    while (!": events follow".equals(line)) {
      if (line == null) {
        throw new IOException("the stream ended");
      }
      line = in.readLine();
    }
    return this;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

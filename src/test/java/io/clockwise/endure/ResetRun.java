package io.clockwise.endure;

import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * HTTP/2 requests that are cancelled at once, and targets that no backend may see, cost nothing.
 */
final class ResetRun {
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int ROUNDS = 5;
  private static final int AFTERWARDS = 100;

  private ResetRun() {}

  static List<String> go(int given) throws Exception {
    int count = given == 0 ? 1_000 : given;
    List<String> shortfalls = new ArrayList<>();
    Vertx vertx = Vertx.vertx();
    String config =
        "listeners: [{ bind: \"127.0.0.1:0\", protocols: [h1, h2c] }]\n"
            + "pools: { web: { backends: [\"a=BACKEND\"] } }";
    try (EndureBackend backend = new EndureBackend(vertx);
        Subject subject = Subject.start(backend.port(), config)) {
      for (String path : new String[] {"/hold", "/a b", "/stream?100000000"}) {
        for (int round = 0; round < ROUNDS; round++) {
          int sent = cancel(subject.port(), path, count);
          long start = System.nanoTime();
          int served = ask(subject.port());
          long millis = (System.nanoTime() - start) / 1_000_000;
          boolean quiet =
              subject.awaitMetric("clockwise_requests_in_flight", 0, 10)
                  & subject.awaitMetric("clockwise_backend_requests_in_flight", 0, 10);
          System.out.printf(
              "reset: %s: %d cancelled before the end of the connection, then %d of %d served in"
                  + " %d ms, in flight %.0f%n",
              path,
              sent,
              served,
              AFTERWARDS,
              millis,
              subject.metric("clockwise_requests_in_flight"));
          if (served != AFTERWARDS || millis > 1_000) {
            shortfalls.add(path + ": " + served + " served in " + millis + " ms");
          }
          if (!quiet) {
            shortfalls.add(path + ": requests are left");
          }
        }
      }
    } finally {
      vertx.close();
    }
    return shortfalls;
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(payload.length >> 16);
    out.write(payload.length >> 8);
    out.write(payload.length);
    out.write(type);
    out.write(flags);
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.write(stream >> shift);
    }
    out.writeBytes(payload);
    return out.toByteArray();
  }

  /** Returns a head in HPACK: method and scheme by index, path and authority as literals. */
  private static byte[] head(String path) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0x82);
    out.write(0x86);
    out.write(0x04);
    out.write(path.length());
    out.writeBytes(path.getBytes(StandardCharsets.US_ASCII));
    out.write(0x01);
    out.write(1);
    out.write('t');
    return out.toByteArray();
  }

  private static int cancel(int port, String path, int count) throws IOException {
    byte[] head = head(path);
    int sent = 0;
    try (Socket socket = new Socket("127.0.0.1", port)) {
      OutputStream out = socket.getOutputStream();
      out.write(PREFACE);
      out.write(frame(4, 0, 0, new byte[0]));
      for (; sent < count; sent++) {
        int stream = 2 * sent + 1;
        out.write(frame(1, 5, stream, head));
        out.write(frame(3, 0, stream, new byte[] {0, 0, 0, 8}));
      }
    } catch (IOException closed) {
      // the proxy has had enough
    }
    return sent;
  }

  private static int ask(int port) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(5_000);
      OutputStream out = socket.getOutputStream();
      out.write(PREFACE);
      out.write(frame(4, 0, 0, new byte[0]));
      for (int i = 0; i < AFTERWARDS; i++) {
        out.write(frame(1, 5, 2 * i + 1, head("/ok")));
      }
      int ended = 0;
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (ended < AFTERWARDS) {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        in.readInt();
        in.readFully(new byte[length]);
        if (type == 3 || type == 7) {
          return ended;
        }
        ended += type <= 1 && (flags & 1) == 1 ? 1 : 0;
      }
      return ended;
    } catch (IOException closed) {
      return 0;
    }
  }
}

package io.clockwise.testkit;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A backend that begins HTTP/2 and is silent ever after, as one whose machine has stopped. */
public final class SilentHttp2Backend implements AutoCloseable {
  private static final byte[] SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};
  private static final byte[] SETTINGS_ACK = {0, 0, 0, 4, 1, 0, 0, 0, 0};

  private final ServerSocket server;

  private SilentHttp2Backend() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    Thread thread = new Thread(this::serve, "silent-backend");
    thread.setDaemon(true);
    thread.start();
  }

  /** Starts one. */
  public static SilentHttp2Backend start() throws IOException {
    return new SilentHttp2Backend();
  }

  /** Returns it as a configuration names it. */
  public BackendConfig config() {
    return new BackendConfig(
        "silent", new BackendAddress("127.0.0.1", server.getLocalPort()), 1, AdminState.READY);
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        socket.getOutputStream().write(SETTINGS);
        socket.getOutputStream().write(SETTINGS_ACK);
        InputStream in = socket.getInputStream();
        byte[] buffer = new byte[1024];
        while (in.read(buffer) >= 0) {
          // reads, so that the other side's writes go on, and says nothing
        }
      } catch (IOException closed) {
        // by the other side, or the end of the test
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

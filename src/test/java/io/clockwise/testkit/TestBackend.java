package io.clockwise.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend on a real socket: it notes what it gets, and answers by a script. */
public final class TestBackend implements AutoCloseable {
  /** What a backend does with a request whose head it has read. */
  @FunctionalInterface
  public interface Script {
    /** Serves one request. */
    void serve(ReceivedRequest request) throws IOException;
  }

  private final String id;
  private final ServerSocket server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
  private final List<String> malformations = new CopyOnWriteArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile Script script;

  private TestBackend(String id, int port, int receiveBuffer) throws IOException {
    this.id = id;
    this.server = new ServerSocket();
    if (receiveBuffer > 0) {
      server.setReceiveBufferSize(receiveBuffer);
    }
    server.bind(new java.net.InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
    this.script =
        request -> {
          request.body();
          request.answer(200, id.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        };
    threads.execute(this::accept);
  }

  /** Starts one that answers each request with its own id. */
  public static TestBackend start(String id) throws IOException {
    return new TestBackend(id, 0, 0);
  }

  /** Starts one at a port that another one has left. */
  public static TestBackend at(String id, int port) throws IOException {
    return new TestBackend(id, port, 0);
  }

  /** Starts one whose sockets take only few bytes unread. */
  public static TestBackend withReceiveBuffer(String id, int bytes) throws IOException {
    return new TestBackend(id, 0, bytes);
  }

  /** Replaces what it does. */
  public TestBackend script(Script newScript) {
    script = newScript;
    return this;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        if (server.isClosed()) {
          socket.close(); // it slipped in behind the end
          return;
        }
        socket.setTcpNoDelay(true);
        accepted.incrementAndGet();
        threads.execute(() -> serve(socket));
      } catch (IOException | RejectedExecutionException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      RequestReader reader = new RequestReader(socket);
      for (ReceivedRequest request = reader.next(); request != null; request = reader.next()) {
        requests.add(request);
        script.serve(request);
        request.body();
      }
    } catch (RequestReader.MalformedRequestException malformed) {
      malformations.add(malformed.getMessage());
    } catch (IOException | RuntimeException gone) {
      // the connection ended in the middle, which is what some tests want
    } finally {
      open.remove(socket);
    }
  }

  /** Returns its name. */
  public String id() {
    return id;
  }

  /** Returns its port on loopback. */
  public int port() {
    return server.getLocalPort();
  }

  /** Returns what it got, in order. */
  public List<ReceivedRequest> requests() {
    return requests;
  }

  /** Returns what was wrong with requests it got. */
  public List<String> malformations() {
    return malformations;
  }

  /** Returns the request it got last. */
  public ReceivedRequest last() {
    return requests.get(requests.size() - 1);
  }

  /** Returns how many connections it has accepted. */
  public int accepted() {
    return accepted.get();
  }

  /** Returns how many connections are open. */
  public int open() {
    return open.size();
  }

  /** Closes all its connections, idle ones too. */
  public void dropConnections() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    dropConnections();
    threads.shutdownNow();
  }
}

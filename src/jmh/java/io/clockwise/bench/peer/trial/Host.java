package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Memory;
import io.clockwise.bench.peer.proxy.Proxy;
import io.clockwise.bench.peer.proxy.Running;
import io.clockwise.bench.peer.proxy.Shape;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The process of a proxy, started when it is wanted first; entrants may share one. */
final class Host {
  private final Stage stage;
  private final Proxy proxy;
  private final Shape shape;
  private final int connections;
  private @Nullable Running running;

  Host(Stage stage, Proxy proxy, Shape shape, int connections) {
    this.stage = stage;
    this.proxy = proxy;
    this.shape = shape;
    this.connections = connections;
  }

  Proxy proxy() {
    return proxy;
  }

  /** Returns the process; it has answered a request for the path. */
  Running running(String path) throws IOException, InterruptedException {
    Running known = running;
    if (known == null) {
      known = stage.start(proxy, shape, connections);
      running = known;
      known.awaitAnswer(path);
    }
    return known;
  }

  Memory memory() throws IOException {
    return running == null ? Memory.NONE : running.memory();
  }

  void close() throws IOException {
    if (running != null) {
      running.close();
      running = null;
    }
  }
}

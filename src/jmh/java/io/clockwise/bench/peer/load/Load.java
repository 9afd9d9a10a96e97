package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.proxy.Running;
import java.io.IOException;
import java.util.Map;

/** A load for a proxy, and what is measured under it. */
public interface Load {
  /**
   * Puts a proxy under it for a window of time.
   *
   * @throws LoadFault when an answer was not as it must be
   */
  Map<Figure, Double> window(Running proxy, int seconds) throws IOException, InterruptedException;

  /** Returns the path whose answer tells that the proxy is ready. */
  String path();
}

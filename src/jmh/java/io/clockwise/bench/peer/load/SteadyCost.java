package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.CpuTime;
import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.LoadCount;
import io.clockwise.bench.peer.machine.Child;
import io.clockwise.bench.peer.proxy.Running;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The processor time of the proxy for each request, once twice as many requests were answered as
 * there are connections: from the middle of a load, as the backends count requests.
 *
 * @param wrk what makes the requests
 * @param counters of the backends
 * @param ticksPerSecond of processor time
 */
public record SteadyCost(Wrk wrk, Counters counters, long ticksPerSecond) implements Load {
  private static final int OPENING_SECONDS = 60;

  /* The next load opens as many connections again; a proxy first has to see that these are gone. */
  private static final int CLOSING_MILLIS = 3_000;

  @Override
  public String path() {
    return wrk.path();
  }

  @Override
  public Map<Figure, Double> window(Running proxy, int seconds)
      throws IOException, InterruptedException {
    Counters.Count beginning = counters.read();
    try (Child load = wrk.start(proxy.site(), OPENING_SECONDS + seconds + 10)) {
      awaitAll(beginning);
      Counters.Count before = counters.read();
      CpuTime cpuBefore = proxy.cpu();
      long start = System.nanoTime();
      Thread.sleep(seconds * 1_000L);
      CpuTime spent = proxy.cpu().since(cpuBefore);
      Counters.Count count = counters.read().since(before);
      double passed = (System.nanoTime() - start) / 1e9;
      load.interrupt();
      LoadCount counted = Wrk.ended(load, Wrk.PATIENCE_SECONDS);
      if (!counted.faults().isEmpty()) {
        throw new LoadFault(counted.faults());
      }
      Thread.sleep(CLOSING_MILLIS);
      Map<Figure, Double> figures = Costs.of(spent, ticksPerSecond, count.requests(), passed);
      figures.put(Figure.NEW_CONNECTIONS, Costs.newConnections(count));
      return figures;
    }
  }

  private void awaitAll(Counters.Count beginning) throws IOException, InterruptedException {
    long end = System.nanoTime() + OPENING_SECONDS * 1_000_000_000L;
    while (counters.read().requests() - beginning.requests() < 2L * wrk.connections()) {
      if (System.nanoTime() > end) {
        throw new LoadFault(
            List.of(
                "%d connections were not served in %d s"
                    .formatted(wrk.connections(), OPENING_SECONDS)));
      }
      Thread.sleep(100);
    }
  }
}

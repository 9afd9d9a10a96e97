package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.CpuTime;
import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.LoadCount;
import io.clockwise.bench.peer.proxy.Running;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The processor time of the proxy for each request, once all connections are open: from the middle
 * of a load, as the backends count requests.
 *
 * @param generator what makes the requests
 * @param counters of the backends
 * @param ticksPerSecond of processor time
 * @param opening seconds until all connections are open
 */
public record SteadyCost(Generator generator, Counters counters, long ticksPerSecond, int opening)
    implements Load {
  @Override
  public String path() {
    return generator.path();
  }

  @Override
  public Map<Figure, Double> window(Running proxy, int seconds)
      throws IOException, InterruptedException {
    FutureTask<LoadCount> load =
        new FutureTask<>(() -> generator.run(proxy.site(), opening + seconds + 1));
    Thread thread = new Thread(load, "load");
    thread.setDaemon(true);
    thread.start();
    Thread.sleep(opening * 1_000L);
    Counters.Count countBefore = counters.read();
    CpuTime before = proxy.cpu();
    long start = System.nanoTime();
    Thread.sleep(seconds * 1_000L);
    CpuTime spent = proxy.cpu().since(before);
    Counters.Count count = counters.read().since(countBefore);
    double passed = (System.nanoTime() - start) / 1e9;
    LoadCount counted = ended(load);
    if (!counted.faults().isEmpty()) {
      throw new LoadFault(counted.faults());
    }
    Map<Figure, Double> figures = Costs.of(spent, ticksPerSecond, count.requests(), passed);
    figures.put(Figure.NEW_CONNECTIONS, Costs.newConnections(count));
    return figures;
  }

  private static LoadCount ended(FutureTask<LoadCount> load)
      throws IOException, InterruptedException {
    try {
      return load.get();
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    }
  }
}

package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.CpuTime;
import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.LoadCount;
import io.clockwise.bench.peer.proxy.Running;
import java.io.IOException;
import java.util.Map;

/**
 * The processor time of the proxy for each request of a generator, as the generator counts them.
 *
 * @param generator what makes the requests
 * @param counters of the backends
 * @param ticksPerSecond of processor time
 */
public record RequestCost(Generator generator, Counters counters, long ticksPerSecond)
    implements Load {
  @Override
  public String path() {
    return generator.path();
  }

  @Override
  public Map<Figure, Double> window(Running proxy, int seconds)
      throws IOException, InterruptedException {
    Counters.Count counted = counters.read();
    CpuTime before = proxy.cpu();
    LoadCount count = generator.run(proxy.site(), seconds);
    CpuTime spent = proxy.cpu().since(before);
    if (!count.faults().isEmpty()) {
      throw new LoadFault(count.faults());
    }
    Map<Figure, Double> figures =
        Costs.of(spent, ticksPerSecond, count.requests(), count.seconds());
    figures.put(Figure.NEW_CONNECTIONS, Costs.newConnections(counters.read().since(counted)));
    return figures;
  }
}

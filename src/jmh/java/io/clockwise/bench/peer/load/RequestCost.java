package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.CpuTime;
import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.LoadCount;
import io.clockwise.bench.peer.proxy.Running;
import java.io.IOException;
import java.util.List;
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
  private static final double LEAST_PASSED = 0.99;

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
    Counters.Count passed = counters.read().since(counted);
    if (passed.requests() < count.requests() * LEAST_PASSED) {
      throw new LoadFault(
          List.of(
              "of %d requests %d reached a backend"
                  .formatted(count.requests(), passed.requests())));
    }
    Map<Figure, Double> figures =
        Costs.of(spent, ticksPerSecond, count.requests(), count.seconds());
    figures.put(Figure.NEW_CONNECTIONS, Costs.newConnections(passed));
    return figures;
  }
}

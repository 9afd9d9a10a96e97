package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.CpuTime;
import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.LoadCount;
import io.clockwise.bench.peer.proxy.Running;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * The processor time of the proxy for each request of a generator.
 *
 * @param generator what makes the requests
 * @param ticksPerSecond of processor time
 */
public record RequestCost(Generator generator, long ticksPerSecond) implements Load {
  @Override
  public String path() {
    return generator.path();
  }

  @Override
  public Map<Figure, Double> window(Running proxy, int seconds)
      throws IOException, InterruptedException {
    CpuTime before = proxy.cpu();
    LoadCount count = generator.run(proxy.site(), seconds);
    CpuTime spent = proxy.cpu().since(before);
    if (!count.faults().isEmpty()) {
      throw new LoadFault(count.faults());
    }
    return figures(spent, count.requests(), count.seconds());
  }

  /** Returns the figures of processor time that was spent for requests. */
  Map<Figure, Double> figures(CpuTime spent, long requests, double seconds) {
    double micros = 1e6 / ticksPerSecond / requests;
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    figures.put(Figure.REQUEST_CPU, spent.total() * micros);
    figures.put(Figure.USER, spent.user() * micros);
    figures.put(Figure.SYSTEM, spent.system() * micros);
    figures.put(Figure.RATE, requests / seconds);
    return figures;
  }
}

package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.H2loadOutput;
import io.clockwise.bench.peer.figure.Latencies;
import io.clockwise.bench.peer.figure.LoadCount;
import io.clockwise.bench.peer.machine.Child;
import io.clockwise.bench.peer.machine.Processors;
import io.clockwise.bench.peer.proxy.Running;
import io.clockwise.bench.peer.proxy.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * h2load over HTTP/1.1 at a fixed rate, well below what the proxy could do: how long requests take.
 * The first second, in which connections are made, does not count.
 *
 * @param rate requests in a second, all together
 * @param connections how many
 * @param processors where it runs
 */
public record PacedLoad(int rate, int connections, Processors processors) implements Load {
  private static final int SKIPPED_SECONDS = 1;

  @Override
  public String path() {
    return "/user/1";
  }

  @Override
  public Map<Figure, Double> window(Running proxy, int seconds)
      throws IOException, InterruptedException {
    Site site = proxy.site();
    Path output = Files.writeString(site.file("h2load.log"), "");
    Path times = site.file("times.log");
    Files.deleteIfExists(times);
    List<String> command =
        List.of(
            "h2load",
            "--h1",
            "-t1",
            "-c" + connections,
            "-D" + (seconds + SKIPPED_SECONDS),
            String.format(Locale.ROOT, "--rps=%.3f", (double) rate / connections),
            "--log-file=" + times,
            "-i",
            H2load.paths(site, site.clear()).toString());
    try (Child h2load = Child.start(processors.ofLoad(command), output)) {
      h2load.await(seconds + 60L);
      LoadCount count = H2loadOutput.read(h2load.printed());
      if (!count.faults().isEmpty()) {
        throw new LoadFault(count.faults());
      }
    }
    try (Stream<String> lines = Files.lines(times)) {
      Latencies latencies =
          Latencies.read(lines, SKIPPED_SECONDS * 1_000_000L, 1_000_000L * connections / rate);
      return figures(latencies, seconds);
    }
  }

  private static Map<Figure, Double> figures(Latencies latencies, int seconds) {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    figures.put(Figure.P50, latencies.micros(0.5));
    figures.put(Figure.P99, latencies.micros(0.99));
    figures.put(Figure.P999, latencies.micros(0.999));
    figures.put(Figure.RATE, (double) latencies.requests() / seconds);
    return figures;
  }
}

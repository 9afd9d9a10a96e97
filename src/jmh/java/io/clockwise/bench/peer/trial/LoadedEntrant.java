package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.Memory;
import io.clockwise.bench.peer.figure.Steadiness;
import io.clockwise.bench.peer.load.Load;
import io.clockwise.bench.peer.proxy.Running;
import java.io.IOException;
import java.util.Map;

/** A proxy that runs all the time and is put under load again and again. */
final class LoadedEntrant implements Entrant {
  private final String label;
  private final String base;
  private final Host host;
  private final Load load;
  private final Figure figure;
  private final Pace pace;

  LoadedEntrant(String label, String base, Host host, Load load, Figure figure, Pace pace) {
    this.label = label;
    this.base = base;
    this.host = host;
    this.load = load;
    this.figure = figure;
    this.pace = pace;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public String base() {
    return base;
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    host.running(load.path());
  }

  @Override
  public double warm() throws IOException, InterruptedException {
    Running running = host.running(load.path());
    long start = System.nanoTime();
    double before = window(running, Pace.WARM_WINDOW);
    if (!host.proxy().compiles()) {
      return 0;
    }
    Steadiness steadiness = pace.steadiness();
    while (true) {
      double last = window(running, Pace.WARM_WINDOW);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (steadiness.reached(seconds, before, last)) {
        return seconds;
      }
      before = last;
    }
  }

  private double window(Running running, int seconds) throws IOException, InterruptedException {
    try {
      return load.window(running, seconds).get(figure);
    } catch (IOException e) {
      throw new IOException(label + ", while warming: " + e.getMessage(), e);
    } finally {
      running.emptyLogs();
    }
  }

  @Override
  public Map<Figure, Double> once() throws IOException, InterruptedException {
    Running running = host.running(load.path());
    Map<Figure, Double> figures = load.window(running, pace.seconds());
    running.emptyLogs();
    return figures;
  }

  @Override
  public Memory memory() throws IOException {
    return host.memory();
  }

  @Override
  public void close() throws IOException {
    host.close();
  }
}

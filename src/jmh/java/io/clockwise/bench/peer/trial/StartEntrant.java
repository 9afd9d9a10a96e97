package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.Memory;
import io.clockwise.bench.peer.proxy.Proxy;
import io.clockwise.bench.peer.proxy.Running;
import io.clockwise.bench.peer.proxy.Shape;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** A proxy that is started and ended again and again. */
final class StartEntrant implements Entrant {
  private static final String PATH = "/";

  private final Stage stage;
  private final Proxy proxy;
  private final String base;
  private Memory last = Memory.NONE;

  StartEntrant(Stage stage, Proxy proxy, String base) {
    this.stage = stage;
    this.proxy = proxy;
    this.base = base;
  }

  @Override
  public String label() {
    return proxy.name();
  }

  @Override
  public String base() {
    return base;
  }

  /* The first start reads files that those behind it find in memory. */
  @Override
  public void prepare() throws IOException, InterruptedException {
    once();
  }

  @Override
  public double warm() {
    return 0;
  }

  @Override
  public Map<Figure, Double> once() throws IOException, InterruptedException {
    try (Running running = stage.start(proxy, Shape.USUAL, 1)) {
      double seconds = running.awaitAnswer(PATH);
      last = running.memory();
      Map<Figure, Double> figures = new EnumMap<>(Figure.class);
      figures.put(Figure.START, seconds * 1_000);
      figures.put(Figure.FIRST_RESIDENT, last.resident() / 1024.0);
      return figures;
    }
  }

  @Override
  public Memory memory() {
    return last;
  }

  @Override
  public void close() {}
}

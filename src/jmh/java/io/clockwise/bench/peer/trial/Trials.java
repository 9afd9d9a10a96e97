package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.load.EchoLoad;
import io.clockwise.bench.peer.load.Generator;
import io.clockwise.bench.peer.load.Load;
import io.clockwise.bench.peer.load.PacedLoad;
import io.clockwise.bench.peer.load.RequestCost;
import io.clockwise.bench.peer.load.SteadyCost;
import io.clockwise.bench.peer.load.Wrk;
import io.clockwise.bench.peer.machine.Machine;
import io.clockwise.bench.peer.machine.Processors;
import io.clockwise.bench.peer.proxy.Proxy;
import io.clockwise.bench.peer.proxy.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes trials, each with all the proxies.
 *
 * @param stage where they happen
 * @param pace how often and how long is measured
 * @param proxies who takes part; the first is the measure of all
 */
record Trials(Stage stage, Pace pace, List<Proxy> proxies) {
  /** Ten thousand connections, or as many as the open files allow. */
  static final int MANY = 10_000;

  /** HAProxy keeps no connections to backends above a quarter of its files; a client takes two. */
  private static final int FILES_EACH = 9;

  private static final int OPENING_SECONDS = 5;
  private static final List<Figure> COSTS =
      List.of(Figure.REQUEST_CPU, Figure.USER, Figure.SYSTEM, Figure.RATE, Figure.NEW_CONNECTIONS);

  /**
   * One of two sizes that are compared.
   *
   * @param label what it is; empty: its connections
   * @param shape what proxies are configured for
   * @param prefixes how many pools the load asks for by path
   * @param connections of the load
   */
  record Size(String label, Shape shape, int prefixes, int connections) {}

  Processors processors() {
    return stage.processors();
  }

  Trial cost(String name, String title, Generator generator, Shape shape, int connections)
      throws IOException, InterruptedException {
    Load load = new RequestCost(generator, stage.backends().counters(), Machine.ticksPerSecond());
    List<Entrant> entrants = loaded(load, shape, connections, Figure.REQUEST_CPU);
    return new Trial(name, title, Figure.REQUEST_CPU, COSTS, 0, pace, entrants);
  }

  private List<Entrant> loaded(Load load, Shape shape, int connections, Figure figure) {
    List<Entrant> entrants = new ArrayList<>();
    for (Proxy proxy : proxies) {
      Host host = new Host(stage, proxy, shape, connections);
      entrants.add(new LoadedEntrant(proxy.name(), base(), host, load, figure, pace));
    }
    return entrants;
  }

  private String base() {
    return proxies.get(0).name();
  }

  Trial echo(String name, String title, int connections) throws IOException, InterruptedException {
    Load load = new EchoLoad(connections, Machine.ticksPerSecond());
    Figure figure = Figure.MEBIBYTE_CPU;
    List<Entrant> entrants = loaded(load, Shape.USUAL.echoing(), connections, figure);
    List<Figure> shown = List.of(figure, Figure.USER, Figure.SYSTEM, Figure.BYTE_RATE);
    return new Trial(name, title, figure, shown, 0, pace, entrants);
  }

  Trial latency(String name, String title, int rate, int connections) {
    Load load = new PacedLoad(rate, connections, processors());
    Shape shape = Shape.USUAL.with(Shape.Key.PATH);
    List<Entrant> entrants = loaded(load, shape, connections, Figure.P99);
    List<Figure> shown = List.of(Figure.P50, Figure.P99, Figure.P999, Figure.RATE);
    return new Trial(name, title, Figure.P99, shown, rate, pace.atLeast(5, 5), entrants);
  }

  Trial start(String name, String title) {
    List<Entrant> entrants = new ArrayList<>();
    for (Proxy proxy : proxies) {
      entrants.add(new StartEntrant(stage, proxy, base()));
    }
    List<Figure> shown = List.of(Figure.START, Figure.FIRST_RESIDENT);
    return new Trial(name, title, Figure.START, shown, 0, pace.atLeast(5, 0), entrants);
  }

  /** Each proxy is compared with itself at the first of the sizes. */
  Trial growth(String name, String title, List<Size> sizes)
      throws IOException, InterruptedException {
    List<Entrant> entrants = new ArrayList<>();
    for (Proxy proxy : proxies) {
      int most = sizes.stream().mapToInt(size -> connections(size)).max().orElseThrow();
      Map<Shape, Host> hosts = new LinkedHashMap<>();
      String base = proxy.name() + ", " + label(sizes.get(0));
      for (Size size : sizes) {
        Host host =
            hosts.computeIfAbsent(size.shape(), shape -> new Host(stage, proxy, shape, most));
        Generator wrk = new Wrk("/", size.prefixes(), connections(size), false, processors());
        Load load =
            new SteadyCost(
                wrk, stage.backends().counters(), Machine.ticksPerSecond(), OPENING_SECONDS);
        String label = proxy.name() + ", " + label(size);
        entrants.add(new LoadedEntrant(label, base, host, load, Figure.REQUEST_CPU, pace));
      }
    }
    return new Trial(name, title, Figure.REQUEST_CPU, COSTS, 0, pace, entrants);
  }

  private static String label(Size size) {
    return size.label().isEmpty()
        ? String.format(Locale.ROOT, "%,d connections", connections(size))
        : size.label();
  }

  private static int connections(Size size) {
    try {
      return Math.min(size.connections(), Machine.openFiles() / FILES_EACH);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

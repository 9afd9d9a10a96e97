package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.load.Generator;
import io.clockwise.bench.peer.load.H2load;
import io.clockwise.bench.peer.load.Load;
import io.clockwise.bench.peer.load.RequestCost;
import io.clockwise.bench.peer.load.Wrk;
import io.clockwise.bench.peer.machine.Machine;
import io.clockwise.bench.peer.machine.Processors;
import io.clockwise.bench.peer.proxy.Proxy;
import io.clockwise.bench.peer.proxy.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All trials by name. */
public final class Catalogue {
  /** Makes a trial. */
  private interface Recipe {
    Trial make(String name) throws IOException, InterruptedException;
  }

  private static final List<Figure> COSTS =
      List.of(Figure.REQUEST_CPU, Figure.USER, Figure.SYSTEM, Figure.RATE);

  private final Stage stage;
  private final Pace pace;
  private final List<Proxy> proxies;
  private final Processors processors;
  private final Map<String, Recipe> recipes = new LinkedHashMap<>();

  /** Makes the trials of proxies; the first of them is the measure of all. */
  public Catalogue(Stage stage, Pace pace, List<Proxy> proxies) {
    this.stage = stage;
    this.pace = pace;
    this.proxies = List.copyOf(proxies);
    this.processors = stage.processors();
    wrk("100b-64", "100 B answers, 64 connections", "/", 64, false, Shape.USUAL);
    wrk("100b-256", "100 B answers, 256 connections", "/", 256, false, Shape.USUAL);
    wrk("10k-64", "10 KiB answers, 64 connections", "/10k", 64, false, Shape.USUAL);
    wrk("1m-16", "1 MiB answers, 16 connections", "/1m", 16, false, Shape.USUAL);
    recipes.put(
        "h2",
        name ->
            cost(
                name,
                "HTTP/2 from the client, 100 B answers, 8 connections with 16 requests at once",
                new H2load(8, 16, processors),
                Shape.USUAL.with(Shape.Key.PATH),
                8));
    wrk("tls", "100 B answers over TLS, 64 connections", "/", 64, true, Shape.USUAL);
    wrk(
        "log",
        "100 B answers, 64 connections, all write access logs",
        "/",
        64,
        false,
        Shape.USUAL.logging());
  }

  private void wrk(
      String name, String title, String path, int connections, boolean tls, Shape shape) {
    Generator generator = new Wrk(path, connections, tls, processors);
    recipes.put(name, key -> cost(key, title, generator, shape, connections));
  }

  private Trial cost(String name, String title, Generator generator, Shape shape, int connections)
      throws IOException, InterruptedException {
    Load load = new RequestCost(generator, Machine.ticksPerSecond());
    List<Entrant> entrants = new ArrayList<>();
    for (Proxy proxy : proxies) {
      Host host = new Host(stage, proxy, shape, connections);
      entrants.add(
          new LoadedEntrant(
              proxy.name(), proxies.get(0).name(), host, load, Figure.REQUEST_CPU, pace));
    }
    return new Trial(name, title, Figure.REQUEST_CPU, COSTS, entrants);
  }

  /** Runs a trial. */
  public Outcome run(String name) throws IOException, InterruptedException {
    Recipe recipe = recipes.get(name);
    if (recipe == null) {
      throw new IllegalArgumentException("no case is called " + name);
    }
    return new Contest(recipe.make(name), pace).run();
  }
}

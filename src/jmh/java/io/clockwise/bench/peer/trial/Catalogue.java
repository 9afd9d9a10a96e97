package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.load.H2load;
import io.clockwise.bench.peer.load.Wrk;
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
    Trial make(String name, String title, Trials trials) throws IOException, InterruptedException;
  }

  private record Entry(String title, Recipe recipe) {}

  /** Those of a quick run. */
  public static final List<String> QUICK = List.of("100b-64", "10k-64", "1m-16", "h2");

  private static final Map<String, Entry> ENTRIES = new LinkedHashMap<>();

  static {
    wrk("100b-64", "100 B answers, 64 connections", "/", 64, false, Shape.USUAL);
    wrk("100b-256", "100 B answers, 256 connections", "/", 256, false, Shape.USUAL);
    wrk("10k-64", "10 KiB answers, 64 connections", "/10k", 64, false, Shape.USUAL);
    wrk("1m-16", "1 MiB answers, 16 connections", "/1m", 16, false, Shape.USUAL);
    add(
        "h2",
        "100 B answers over HTTP/2, 8 connections with 16 requests at once",
        (name, title, trials) -> {
          H2load load = new H2load(8, 16, trials.processors());
          return trials.cost(name, title, load, Shape.USUAL.with(Shape.Key.PATH), 8);
        });
    wrk("tls", "100 B answers over TLS, 64 connections", "/", 64, true, Shape.USUAL);
    wrk(
        "log",
        "100 B answers, 64 connections, all write access logs",
        "/",
        64,
        false,
        Shape.USUAL.logging());
    add(
        "websocket",
        "WebSocket, 16 connections echo messages of 4 KiB",
        (name, title, trials) -> trials.echo(name, title, 16));
    add(
        "latency",
        "100 B answers at 8,000 requests a second, 64 connections",
        (name, title, trials) -> trials.latency(name, title, 8_000, 64));
    add(
        "start",
        "from exec to the first answer of 200",
        (name, title, trials) -> trials.start(name, title));
    add(
        "backends",
        "1,000 backends in 100 pools, compared with 4 in 1; 64 connections",
        (name, title, trials) ->
            trials.growth(
                name,
                title,
                List.of(
                    new Trials.Size("4 backends", Shape.USUAL, 100, 64),
                    new Trials.Size("1,000 backends", Shape.USUAL.spread(100, 10), 100, 64))));
    add(
        "connections",
        "10,000 busy connections, compared with 64",
        (name, title, trials) ->
            trials.growth(
                name,
                title,
                List.of(
                    new Trials.Size("", Shape.USUAL, 0, 64),
                    new Trials.Size("", Shape.USUAL, 0, Trials.MANY))));
  }

  private final Trials trials;

  /** Makes the trials of proxies; the first of them is the measure of all. */
  public Catalogue(Stage stage, Pace pace, List<Proxy> proxies) {
    this.trials = new Trials(stage, pace, proxies);
  }

  private static void add(String name, String title, Recipe recipe) {
    ENTRIES.put(name, new Entry(title, recipe));
  }

  private static void wrk(
      String name, String title, String path, int connections, boolean tls, Shape shape) {
    add(
        name,
        title,
        (key, words, trials) -> {
          Processors processors = trials.processors();
          Wrk load = new Wrk(path, 0, connections, tls, processors);
          return trials.cost(key, words, load, shape, connections);
        });
  }

  /** Returns all names. */
  public static List<String> names() {
    return new ArrayList<>(ENTRIES.keySet());
  }

  /** Returns what a trial is, in words. */
  public static String title(String name) {
    return entry(name).title();
  }

  private static Entry entry(String name) {
    Entry entry = ENTRIES.get(name);
    if (entry == null) {
      throw new IllegalArgumentException(
          "no case is called " + name + "; there are " + String.join(", ", ENTRIES.keySet()));
    }
    return entry;
  }

  /** Runs a trial. */
  public Outcome run(String name) throws IOException, InterruptedException {
    Entry entry = entry(name);
    return new Contest(entry.recipe().make(name, entry.title(), trials)).run();
  }
}

package io.clockwise.bench.peer;

import io.clockwise.bench.peer.figure.Steadiness;
import io.clockwise.bench.peer.machine.Processors;
import io.clockwise.bench.peer.proxy.Variant;
import io.clockwise.bench.peer.trial.Pace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the benchmark is to do.
 *
 * @param cases the trials, by name
 * @param targets the proxies, by name
 * @param variants other ways to run Clockwise
 * @param java the home of the JDK that Clockwise runs on; empty: the one on the path
 */
record PeerOptions(
    List<String> cases,
    List<String> targets,
    List<Variant> variants,
    String java,
    Pace pace,
    Processors processors,
    Path output) {

  /**
   * Reads arguments.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static PeerOptions of(String... arguments) {
    Arguments given = new Arguments(arguments);
    boolean full = given.flag("--full");
    boolean quick = given.flag("--quick");
    String java = given.value("--java", "");
    List<Variant> variants = new ArrayList<>();
    given.values("--variant").forEach(text -> variants.add(Variant.of(text, java)));
    List<String> cases =
        given.list(
            "--cases",
            full ? "100b-64,100b-256,10k-64,1m-16,h2,tls,log" : "100b-64,10k-64,1m-16,h2");
    List<String> targets = new ArrayList<>(given.list("--targets", "haproxy,nginx,clockwise"));
    variants.stream().map(Variant::name).filter(n -> !targets.contains(n)).forEach(targets::add);
    String[] warm = given.value("--warm", "20-45").split("-");
    Pace pace =
        new Pace(
            given.number("--rounds", full ? 7 : 3),
            given.number("--seconds", full ? 3 : 2),
            new Steadiness(
                Double.parseDouble(warm[0]), Double.parseDouble(warm[warm.length - 1]), 0.05),
            given.number("--repeats", full ? 1 : 0),
            0.1,
            given.number("--seed", 1));
    PeerOptions options =
        new PeerOptions(
            cases,
            targets,
            variants,
            java,
            pace,
            new Processors(given.value("--proxy-cpu", "0"), given.value("--load-cpu", "1")),
            Path.of(given.value("--out", "target/bench/peers")).toAbsolutePath());
    given.requireNoMore();
    if (quick && full) {
      throw new IllegalArgumentException("--quick or --full, not both");
    }
    return options;
  }
}

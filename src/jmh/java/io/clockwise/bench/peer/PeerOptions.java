package io.clockwise.bench.peer;

import io.clockwise.bench.peer.figure.Steadiness;
import io.clockwise.bench.peer.machine.Processors;
import io.clockwise.bench.peer.proxy.Variant;
import io.clockwise.bench.peer.trial.Catalogue;
import io.clockwise.bench.peer.trial.Pace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the benchmark is to do.
 *
 * @param cases the trials, by name
 * @param targets the proxies, by name, the measure of all first; empty: all that are installed
 * @param variants other ways to run Clockwise
 * @param java the home of the JDK that runs what needs one; empty: the one on the path
 * @param pace how often and how long is measured
 * @param processors who runs where
 * @param output a directory
 * @param publish whether the documentation gets the figures, too
 */
record PeerOptions(
    List<String> cases,
    List<String> targets,
    List<Variant> variants,
    String java,
    Pace pace,
    Processors processors,
    Path output,
    boolean publish) {
  private static final double AGREEMENT = 0.05;
  private static final double RANGE = 0.1;

  /**
   * Reads arguments.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static PeerOptions of(String... arguments) {
    Arguments given = new Arguments(arguments);
    boolean full = given.flag("--full");
    boolean quick = given.flag("--quick");
    boolean publish = given.flag("--publish");
    String java = given.value("--java", "");
    List<Variant> variants =
        given.values("--variant").stream().map(text -> Variant.of(text, java)).toList();
    List<String> cases = given.list("--cases");
    Pace pace =
        new Pace(
            given.number("--rounds", full ? 7 : 3),
            given.number("--seconds", full ? 3 : 2),
            steadiness(given.value("--warm", "20-45")),
            given.number("--repeats", full ? 1 : 0),
            RANGE,
            given.number("--seed", 1));
    Processors processors =
        new Processors(given.value("--proxy-cpu", "0"), given.value("--load-cpu", "1"));
    Path output = Path.of(given.value("--out", "target/bench/peers")).toAbsolutePath();
    List<String> targets = given.list("--targets");
    given.requireNoMore();
    require(!quick || !full, "--quick or --full, not both");
    require(!publish || full && cases.isEmpty(), "only a whole run of --full is published");
    require(pace.rounds() > 0 && pace.seconds() > 0, "--rounds and --seconds are at least 1");
    cases.forEach(Catalogue::title);
    List<String> usual = full ? Catalogue.names() : Catalogue.QUICK;
    return new PeerOptions(
        cases.isEmpty() ? usual : cases,
        withVariants(targets, variants),
        variants,
        java,
        pace,
        processors,
        output,
        publish);
  }

  private static List<String> withVariants(List<String> targets, List<Variant> variants) {
    List<String> all = new ArrayList<>(targets);
    if (!targets.isEmpty()) {
      variants.stream().map(Variant::name).filter(n -> !targets.contains(n)).forEach(all::add);
    }
    return all;
  }

  private static Steadiness steadiness(String text) {
    require(text.matches("\\d{1,4}-\\d{1,4}"), "--warm is FEWEST-MOST in seconds, not " + text);
    String[] ends = text.split("-");
    return new Steadiness(Double.parseDouble(ends[0]), Double.parseDouble(ends[1]), AGREEMENT);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}

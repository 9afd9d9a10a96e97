package io.clockwise.bench.peer;

import io.clockwise.bench.peer.proxy.Clockwise;
import io.clockwise.bench.peer.proxy.Haproxy;
import io.clockwise.bench.peer.proxy.Nginx;
import io.clockwise.bench.peer.proxy.Proxy;
import io.clockwise.bench.peer.proxy.Variant;
import io.clockwise.bench.peer.result.TextTable;
import io.clockwise.bench.peer.trial.Catalogue;
import io.clockwise.bench.peer.trial.Outcome;
import io.clockwise.bench.peer.trial.Stage;
import java.util.ArrayList;
import java.util.List;

/** The command behind {@code scripts/bench peers}: measures proxies side by side. */
public final class PeerBench {
  private PeerBench() {}

  /** Runs what the arguments say. */
  public static void main(String[] arguments) throws Exception {
    PeerOptions options;
    try {
      options = PeerOptions.of(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("bench: " + e.getMessage());
      System.exit(2);
      return;
    }
    options.processors().moveThisProcess();
    List<Proxy> known = new ArrayList<>(List.of(new Haproxy(), new Nginx()));
    known.add(new Clockwise(Variant.plain(options.java())));
    options.variants().forEach(variant -> known.add(new Clockwise(variant)));
    List<Proxy> chosen = known.stream().filter(p -> options.targets().contains(p.name())).toList();
    List<Outcome> outcomes = new ArrayList<>();
    try (Stage stage = Stage.open(options.output().resolve("run"), options.processors(), 256)) {
      Catalogue catalogue = new Catalogue(stage, options.pace(), chosen);
      for (String name : options.cases()) {
        outcomes.add(catalogue.run(name));
        System.out.print(TextTable.of(outcomes.get(outcomes.size() - 1)));
      }
    }
    System.exit(0);
  }
}

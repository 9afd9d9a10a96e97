package io.clockwise.bench.peer;

import io.clockwise.bench.peer.machine.Machine;
import io.clockwise.bench.peer.proxy.Proxy;
import io.clockwise.bench.peer.result.Circumstances;
import io.clockwise.bench.peer.result.Results;
import io.clockwise.bench.peer.result.TextTable;
import io.clockwise.bench.peer.trial.Catalogue;
import io.clockwise.bench.peer.trial.Journal;
import io.clockwise.bench.peer.trial.Outcome;
import io.clockwise.bench.peer.trial.Stage;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command behind {@code scripts/bench peers}: measures proxies side by side. */
public final class PeerBench {
  private final PeerOptions options;
  private final Targets targets;
  private final List<Outcome> outcomes = new ArrayList<>();

  private PeerBench(PeerOptions options, Targets targets) {
    this.options = options;
    this.targets = targets;
  }

  /** Runs what the arguments say; exits with 1 when a run was no good, 2 for wrong usage. */
  public static void main(String[] arguments) throws InterruptedException {
    int code = 0;
    try {
      PeerOptions options = PeerOptions.of(arguments);
      new PeerBench(options, Targets.of(options)).run(String.join(" ", arguments));
    } catch (IllegalArgumentException e) {
      System.err.println("bench: " + e.getMessage());
      code = 2;
    } catch (IOException e) {
      System.err.println("bench: FAILED: " + e.getMessage());
      code = 1;
    }
    System.exit(code); // whatever threads are left; processes end with this one
  }

  private void run(String arguments) throws IOException, InterruptedException {
    Path lockFile = Path.of(System.getProperty("java.io.tmpdir"), "clockwise-bench.lock");
    try (FileChannel channel =
        FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      awaitLock(channel);
      options.processors().moveThisProcess();
      Circumstances circumstances =
          Circumstances.here(Instant.now(), versions(), targets.own(), arguments);
      Results results = new Results(circumstances, outcomes);
      try (Stage stage = Stage.open(options.output().resolve("run"), options.processors())) {
        Catalogue catalogue = new Catalogue(stage, options.pace(), targets.chosen());
        for (String name : options.cases()) {
          Outcome outcome = catalogue.run(name);
          outcomes.add(outcome);
          System.out.print(TextTable.of(outcome));
          results.write(options.output());
        }
      }
      Journal.say("figures, picture and tables are in %s", options.output());
      if (options.publish()) {
        results.publish(Path.of("src/docs"));
      }
    }
  }

  /* Two at a time would measure each other. */
  private static void awaitLock(FileChannel channel) throws IOException {
    if (channel.tryLock() == null) {
      Journal.say("another benchmark runs on this machine; waiting for its end");
      channel.lock();
    }
  }

  private Map<String, String> versions() throws IOException, InterruptedException {
    if (Machine.processors() < 2) {
      throw new IOException("this needs two processors: one for the proxies, one for the load");
    }
    Map<String, String> versions = new LinkedHashMap<>();
    for (Proxy proxy : targets.chosen()) {
      versions.put(proxy.name(), proxy.version());
      Journal.say("%s: %s", proxy.name(), versions.get(proxy.name()));
    }
    return versions;
  }
}

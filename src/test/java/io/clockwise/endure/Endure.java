package io.clockwise.endure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command behind {@code scripts/endure}: runs one or all, prints figures, and judges them. */
public final class Endure {
  /** One run: prints what it measured; returns what fell short. */
  interface Run {
    /** Runs with a count, or its own when that is 0. */
    List<String> go(int count) throws Exception;
  }

  private static final Map<String, Run> RUNS = new LinkedHashMap<>();

  static {
    RUNS.put("aborts", AbortsRun::go);
    RUNS.put("slow", SlowRun::go);
    RUNS.put("idle", IdleRun::go);
    RUNS.put("bulk", BulkRun::go);
    RUNS.put("conformance", ConformanceRun::go);
    RUNS.put("allocation", AllocationRun::go);
    RUNS.put("clients", ClientsRun::go);
    RUNS.put("fuzz", FuzzRun::go);
    RUNS.put("reset", ResetRun::go);
    RUNS.put("reload", ReloadRun::go);
    RUNS.put("journal", JournalRun::go);
    RUNS.put("drain", DrainRun::go);
    RUNS.put("stay", StayRun::go);
    RUNS.put("preview", PreviewRun::go);
    RUNS.put("kills", KillsRun::go);
    RUNS.put("churn", ChurnRun::go);
    RUNS.put("return", ReturnRun::go);
    RUNS.put("faults", FaultsRun::go);
    RUNS.put("dead", DeadRun::go);
    RUNS.put("down", DownRun::go);
    RUNS.put("bound", BoundRun::go);
    RUNS.put("checks", ChecksRun::go);
    RUNS.put("autoscale", AutoscaleRun::go);
    RUNS.put("budget", BudgetRun::go);
  }

  private Endure() {}

  /** Runs what the arguments name; exits with 1 when something fell short. */
  public static void main(String[] arguments) throws Exception {
    boolean known =
        arguments.length > 0 && (arguments[0].equals("all") || RUNS.containsKey(arguments[0]));
    if (!known) {
      System.err.println("endure: name a run: all, " + String.join(", ", RUNS.keySet()));
      System.exit(2);
    }
    int count = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
    int bad = 0;
    for (Map.Entry<String, Run> run : RUNS.entrySet()) {
      if (arguments[0].equals("all") || arguments[0].equals(run.getKey())) {
        List<String> shortfalls = go(run.getValue(), count);
        shortfalls.forEach(line -> System.out.println(run.getKey() + ": FELL SHORT: " + line));
        System.out.println(run.getKey() + ": " + (shortfalls.isEmpty() ? "passed" : "failed"));
        bad += shortfalls.size();
      }
    }
    System.exit(bad == 0 ? 0 : 1);
  }

  private static List<String> go(Run run, int count) {
    try {
      return run.go(count);
    } catch (Exception e) {
      e.printStackTrace();
      return List.of("it ended with " + e);
    }
  }
}
